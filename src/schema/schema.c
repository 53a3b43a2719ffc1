/* schema.c: indexing a schema, and finding things in it. */
#include "schema/schema.h"

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

bool schema_is_internal(struct str name)
{
    const struct str mark = STR("sqlite_");
    return name.len >= mark.len && str_eq_nocase(str_slice(name, 0, mark.len), mark);
}

/* Move what stays to the front; `now` has the new id of each table and column, or SCHEMA_NONE. */
static void keep_tables(struct schema *s, uint32_t *now)
{
    uint32_t n = 0;
    for (uint32_t t = 0; t < s->n_tables; t++) {
        now[t] = schema_is_internal(s->tables[t].name) ? SCHEMA_NONE : n;
        if (now[t] != SCHEMA_NONE)
            s->tables[n++] = s->tables[t];
    }
    s->n_tables = n;
}

static void keep_columns(struct schema *s, const uint32_t *table_now, uint32_t *now)
{
    uint32_t n = 1;
    now[SCHEMA_STAR] = SCHEMA_STAR;
    for (uint32_t c = 1; c < s->n_columns; c++) {
        uint32_t table = table_now[s->columns[c].table];
        now[c] = table == SCHEMA_NONE ? SCHEMA_NONE : n;
        if (table == SCHEMA_NONE)
            continue;
        s->columns[n] = s->columns[c];
        s->columns[n++].table = table;
    }
    s->n_columns = n;
}

static void keep_foreign_keys(struct schema *s, const uint32_t *now)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        struct schema_foreign_key k = {now[s->foreign_keys[i].from], now[s->foreign_keys[i].to]};
        if (k.from != SCHEMA_NONE && k.to != SCHEMA_NONE)
            s->foreign_keys[n++] = k;
    }
    s->n_foreign_keys = n;
}

/* If all tables are internal, they stay: a schema must have tables. */
void schema_drop_internal(struct arena *a, struct schema *s)
{
    uint32_t n = 0;
    for (uint32_t t = 0; t < s->n_tables; t++)
        n += schema_is_internal(s->tables[t].name);
    if (n == 0 || n == s->n_tables)
        return;
    uint32_t *table_now = ARENA_ARRAY(a, uint32_t, s->n_tables);
    uint32_t *column_now = ARENA_ARRAY(a, uint32_t, s->n_columns);
    keep_tables(s, table_now);
    keep_columns(s, table_now, column_now);
    keep_foreign_keys(s, column_now);
    for (uint32_t t = 0; t < s->n_tables; t++)
        s->tables[t].n_columns = 0;
    schema_index(a, s);
}

struct str schema_column_path(struct arena *a, const struct schema *s, uint32_t column)
{
    const struct schema_column *c = &s->columns[column];
    return ARENA_CONCAT(a, s->tables[c->table].name, STR("."), c->name);
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
