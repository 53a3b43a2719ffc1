/* databases.c: schemas and folders by db_id. */
#include "evaluate/databases.h"

#include "base/path.h"
#include "engine/database_files.h"

/* A missing folder is reported as such, not as one that lacks a database. */
static enum status expect_folder(const char *dir, struct err *e)
{
    struct path_info info;
    TRY(path_look(dir, &info, e));
    if (info.kind != PATH_ABSENT)
        return OK;
    err_set(e, E_IO, "no such folder");
    return err_in_file(e, dir);
}

enum status databases_init(struct databases *d, const char *table, const char *dir, bool need_files,
                           struct err *e)
{
    *d = (struct databases){.table_path = table, .dir = dir, .need_files = need_files || !table};
    if (dir && d->need_files)
        TRY(expect_folder(dir, e));
    enum status status = table ? schema_set_load(&d->arena, table, &d->schemas, e) : OK;
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

/* A database without tables is not an error: queries on it fail. */
static enum status find_schema(struct databases *d, struct database_entry *entry, struct err *e)
{
    if (d->table_path) {
        entry->schema = schema_set_find(&d->schemas, entry->db_id);
        return entry->schema ? OK
                             : err_set(e, E_INPUT, "unknown db_id '%.*s': not in %s",
                                       STR_ARG(entry->db_id), d->table_path);
    }
    struct schema *s = ARENA_NEW(&d->arena, struct schema);
    struct str path = database_file_path(&d->arena, entry->folder, entry->db_id);
    entry->schema = s;
    enum status status = schema_from_database(&d->arena, path.ptr, entry->db_id, s, e);
    return status == E_SCHEMA ? OK : status;
}

static enum status add_database(struct databases *d, struct str db_id, struct err *e)
{
    if (!schema_is_db_id(db_id))
        return err_set(e, E_INPUT, "'%.*s' is not a db_id", STR_ARG(db_id));
    struct database_entry *entry = ARENA_NEW(&d->arena, struct database_entry);
    entry->db_id = arena_str(&d->arena, db_id);
    if (d->dir) {
        entry->folder = database_folder_path(&d->arena, str_from(d->dir), db_id);
        if (d->need_files)
            TRY(expect_database(d, entry, e));
    }
    TRY(find_schema(d, entry, e));
    exact_keys_init(&d->arena, entry->schema, &entry->keys);
    ARENA_ADD(&d->arena, d->entries, d->count, entry);
    return OK;
}

enum status databases_get(struct databases *d, struct str db_id, const struct database_entry **out,
                          struct err *e)
{
    /* The input has the same database many times in a row. */
    if (d->recent >= d->count || !str_eq(d->entries[d->recent]->db_id, db_id)) {
        d->recent = 0;
        while (d->recent < d->count && !str_eq(d->entries[d->recent]->db_id, db_id))
            d->recent++;
        if (d->recent == d->count)
            TRY(add_database(d, db_id, e));
    }
    *out = d->entries[d->recent];
    return OK;
}
