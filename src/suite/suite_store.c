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

struct store_database suite_schema_database(const struct suite_schema *schema)
{
    return (struct store_database){.db_id = schema->db_id,
                                   .origin = schema->origin ? schema->origin->db_id : schema->db_id,
                                   .migration = schema->migration};
}
