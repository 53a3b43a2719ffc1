/* schema_writer.c: entries of tables.json, each once. */
#include "suite/schema_writer.h"

#include "engine/database_files.h"
#include "migration/migration_json.h"
#include "schema/schema_json.h"
#include "store/database_copy.h"

enum {
    ENTRY_MAX = 1 << 30,
    LARGE = 2000 /* columns besides `*`: some 100 kB as an entry, of which a suite has thousands */
};

struct schema_use schema_use_of_seed(const struct seed *seed)
{
    return (struct schema_use){seed->schema, seed->database.ptr, seed->db_id, NULL};
}

struct schema_use schema_use_of_case(const struct seed *seed, const struct test_case *c)
{
    if (c->schema)
        return (struct schema_use){c->schema, NULL, c->db_id, NULL};
    return (struct schema_use){seed->schema, seed->database.ptr, c->db_id, c->migration};
}

struct schema schema_use_get(struct arena *a, const struct schema_use *use,
                             const uint32_t **lineage)
{
    struct schema s = *use->schema;
    if (lineage)
        *lineage = NULL;
    if (use->migration)
        migration_schema(a, use->migration, use->db_id, &s, lineage);
    return s;
}

enum status schema_writer_open(struct schema_writer *w, struct out_folder *folder,
                               struct schema_style style, struct err *e)
{
    *w = (struct schema_writer){.folder = folder, .style = style};
    buf_limit(&w->text, ENTRY_MAX);
    name_map_init_exact(&w->written, &folder->arena, 64);
    return out_file_open(&w->tables, out_folder_file(folder, "tables.json"), e);
}

static enum status write_database(struct schema_writer *w, const struct schema_use *use,
                                  struct err *e)
{
    struct arena a = {0};
    const char *name = database_folder_path(&a, STR(DATABASES_FOLDER), use->db_id).ptr;
    struct str folder = arena_printf(&a, "%s/%s", w->folder->temporary, name);
    const char *path = database_file_path(&a, folder, use->db_id).ptr;
    enum status status = out_folder_make(w->folder, name, e);
    if (status == OK)
        status = database_copy(use->database, use->migration, path, &w->losses, e);
    arena_release(&a);
    return status;
}

static void put_entry(struct schema_writer *w, const struct schema_use *use)
{
    struct json_writer json = json_writer_to(&w->text);
    struct arena a = {0};
    if (use->migration && w->style.brief && use->schema->n_columns > LARGE + 1) {
        migration_json_short(&json, use->migration, use->db_id);
    } else if (use->migration && !w->style.plain) {
        migration_json(&json, use->migration, use->db_id);
    } else {
        struct schema s = schema_use_get(&a, use, NULL);
        schema_json(&json, &s);
    }
    arena_release(&a);
}

static enum status write_entry(struct schema_writer *w, const struct schema_use *use, struct err *e)
{
    buf_clear(&w->text);
    buf_put(&w->text, w->written.count > 1 ? STR(",\n") : STR("[\n"));
    put_entry(w, use);
    return buf_whole(&w->text) ? out_file_write(&w->tables, buf_str(&w->text), e)
                               : err_set(e, E_LIMIT, "too large a schema");
}

enum status schema_writer_add(struct schema_writer *w, const struct schema_use *use, bool *is_new,
                              struct err *e)
{
    struct arena *a = &w->folder->arena;
    *is_new = name_map_get(&w->written, use->db_id) == NAME_NONE;
    if (!*is_new)
        return OK;
    name_map_put(&w->written, a, arena_str(a, use->db_id), 0);
    TRY(write_entry(w, use, e));
    return w->style.databases && use->database ? write_database(w, use, e) : OK;
}

enum status schema_writer_commit(struct schema_writer *w, struct err *e)
{
    TRY(out_file_write(&w->tables, w->written.count ? STR("\n]\n") : STR("[]\n"), e));
    return out_file_commit(&w->tables, e);
}

void schema_writer_discard(struct schema_writer *w)
{
    out_file_discard(&w->tables);
    buf_release(&w->text);
    copy_losses_release(&w->losses);
}
