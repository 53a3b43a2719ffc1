/* migration_json.c: an entry of tables.json with its lineage. */
#include "relation/migration_json.h"

#include "schema/schema_json.h"

static void put_lineage(struct json_writer *w, struct arena *a, const struct migration *m,
                        const struct schema *new, const uint32_t *lineage)
{
    json_key(w, STR("lineage"));
    json_array_open(w);
    for (uint32_t c = 0; c < new->n_columns; c++) {
        if (lineage[c] == SCHEMA_NONE) {
            json_put_null(w);
            continue;
        }
        const struct schema_column *old = &m->old->columns[lineage[c]];
        struct str table = m->old->tables[old->table].name;
        json_put_str(w, arena_printf(a, "%.*s.%.*s", STR_ARG(table), STR_ARG(old->name)));
    }
    json_array_close(w);
}

void migration_json(struct json_writer *w, const struct migration *m, struct str db_id)
{
    struct arena a = {0};
    struct schema new;
    const uint32_t *lineage;
    migration_schema(&a, m, db_id, &new, &lineage);
    json_object_open(w);
    schema_json_members(w, &new);
    put_lineage(w, &a, m, &new, lineage);
    json_object_close(w);
    arena_release(&a);
}
