/* databases.c: schemas and folders by db_id. */
#include "evaluate/databases.h"

#include "base/path.h"
#include "engine/database_files.h"

/* A path that leads nowhere is not the same as a folder that lacks a database. */
static enum status expect_folder(const char *dir, struct err *e)
{
    struct path_info info;
    enum status status = path_look(dir, &info, e);
    if (status || info.kind != PATH_ABSENT)
        return status;
    err_set(e, E_IO, "no such folder");
    err_in_file(e, dir);
    return E_IO;
}

enum status databases_init(struct databases *d, const char *table, const char *dir, bool need_files,
                           struct err *e)
{
    *d = (struct databases){.table_path = table, .dir = dir, .need_files = need_files || !table};
    enum status status = dir && d->need_files ? expect_folder(dir, e) : OK;
    if (!table || status)
        return status;
    status = schema_set_load(&d->arena, table, &d->schemas, e);
    if (status)
        databases_release(d);
    return status;
}

void databases_release(struct databases *d)
{
    arena_release(&d->arena);
    *d = (struct databases){0};
}

static enum status expect_database(const struct databases *d, const struct database_entry *entry,
                                   struct err *e)
{
    struct database_files files = {0};
    const struct database_folder *found;
    enum status status = database_files_in(&files, entry->folder, &found, e);
    if (status == OK && found->count == 0)
        status = err_set(e, E_INPUT, "no database for db_id '%.*s' in %s", STR_ARG(entry->db_id),
                         d->dir);
    database_files_release(&files);
    return status;
}

static enum status find_schema(struct databases *d, struct database_entry *entry, struct err *e)
{
    if (d->table_path) {
        entry->schema = schema_set_find(&d->schemas, entry->db_id);
        if (!entry->schema)
            return err_set(e, E_INPUT, "unknown db_id '%.*s': not in %s", STR_ARG(entry->db_id),
                           d->table_path);
        return OK;
    }
    struct schema *s = ARENA_NEW(&d->arena, struct schema);
    struct str path = database_file_path(&d->arena, entry->folder, entry->db_id);
    entry->schema = s;
    enum status status = schema_from_database(&d->arena, path.ptr, entry->db_id, s, e);
    return status == E_SCHEMA ? OK : status; /* without tables: queries fail there, and no more */
}

static enum status add(struct databases *d, struct str db_id, struct err *e)
{
    if (!schema_is_db_id(db_id))
        return err_set(e, E_INPUT, "'%.*s' is no db_id", STR_ARG(db_id));
    struct database_entry *entry = ARENA_NEW(&d->arena, struct database_entry);
    enum status status = OK;
    entry->db_id = arena_str(&d->arena, db_id);
    if (d->dir) {
        entry->folder = database_folder_path(&d->arena, str_from(d->dir), db_id);
        status = d->need_files ? expect_database(d, entry, e) : OK;
    }
    if (status == OK)
        status = find_schema(d, entry, e);
    if (status)
        return status;
    exact_keys_init(&d->arena, entry->schema, &entry->keys);
    ARENA_PUSH(&d->arena, d->entries, d->count);
    d->entries[d->count++] = entry;
    return OK;
}

enum status databases_get(struct databases *d, struct str db_id, const struct database_entry **out,
                          struct err *e)
{
    /* Input names the same database many times in a row. */
    if (d->recent >= d->count || !str_eq(d->entries[d->recent]->db_id, db_id)) {
        d->recent = 0;
        while (d->recent < d->count && !str_eq(d->entries[d->recent]->db_id, db_id))
            d->recent++;
        if (d->recent == d->count) {
            enum status status = add(d, db_id, e);
            if (status)
                return status;
        }
    }
    *out = d->entries[d->recent];
    return OK;
}
