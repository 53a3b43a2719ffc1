/* schema.c: finding things in a schema. */
#include "schema/schema.h"

#include "schema/build.h"

void schema_index(struct arena *a, struct schema *s)
{
    uint32_t *ids = ARENA_ARRAY(a, uint32_t, s->n_columns);
    name_map_init(&s->by_name, a, s->n_tables);
    for (uint32_t t = 0; t < s->n_tables; t++)
        name_map_put(&s->by_name, a, s->tables[t].name, t);
    for (uint32_t c = 1; c < s->n_columns; c++)
        s->tables[s->columns[c].table].n_columns++;
    for (uint32_t t = 0; t < s->n_tables; t++) {
        struct schema_table *table = &s->tables[t];
        name_map_init(&table->by_name, a, table->n_columns);
        table->columns = ids;
        ids += table->n_columns;
        table->n_columns = 0;
    }
    for (uint32_t c = 1; c < s->n_columns; c++) {
        struct schema_table *table = &s->tables[s->columns[c].table];
        ((uint32_t *)table->columns)[table->n_columns++] = c;
        name_map_put(&table->by_name, a, s->columns[c].name, c);
    }
}

struct str schema_type_name(enum schema_type type)
{
    static const struct str NAMES[] = {STR_INIT("text"), STR_INIT("number"), STR_INIT("time"),
                                       STR_INIT("boolean"), STR_INIT("others")};
    return NAMES[type];
}

bool schema_is_db_id(struct str s)
{
    return s.len > 0 && s.ptr[0] != '.' && !memchr(s.ptr, '/', s.len) && !memchr(s.ptr, 0, s.len);
}

const struct schema *schema_set_find(const struct schema_set *set, struct str db_id)
{
    for (uint32_t i = 0; i < set->count; i++)
        if (str_eq(set->schemas[i].db_id, db_id))
            return &set->schemas[i];
    return NULL;
}

uint32_t schema_find_table(const struct schema *s, struct str name)
{
    return name_map_get(&s->by_name, name);
}

uint32_t schema_find_column(const struct schema *s, uint32_t table, struct str name)
{
    return name_map_get(&s->tables[table].by_name, name);
}
