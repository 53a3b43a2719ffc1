/* suite_store.c: which databases a suite has. */
#include "suite/suite_store.h"

#include "engine/database_files.h"

struct store *suite_store_new(const struct suite *s, const char *dir, uint32_t workers)
{
    struct arena a = {0};
    struct store_folders folders = {.own = databases_path(&a, s->dir).ptr,
                                    .originals = dir ? dir : s->databases,
                                    .more = s->more_databases};
    struct store *store = store_new(&folders, workers);
    arena_release(&a);
    return store;
}

enum status suite_original(struct arena *a, const struct suite *s, const char *dir,
                           struct str db_id, struct str *out, struct err *e)
{
    const char *const places[] = {dir ? dir : s->databases, s->more_databases};
    enum status status = OK;
    *out = STR_NONE;
    for (size_t i = 0; i < COUNT_OF(places) && status == OK && !out->ptr; i++)
        if (places[i])
            status = database_find(a, str_from(places[i]), db_id, out, e);
    return status;
}

enum status suite_has_database(const struct suite *s, const char *dir, struct str db_id, bool *out,
                               struct err *e)
{
    struct arena a = {0};
    struct str path;
    enum status status = database_find(&a, databases_path(&a, s->dir), db_id, &path, e);
    if (status == OK && !path.ptr)
        status = suite_original(&a, s, dir, db_id, &path, e);
    *out = status == OK && path.ptr;
    arena_release(&a);
    return status;
}

struct store_database suite_schema_database(const struct suite_schema *schema)
{
    return (struct store_database){.db_id = schema->db_id,
                                   .origin = schema->origin ? schema->origin->db_id : schema->db_id,
                                   .migration = schema->migration};
}
