/* migration_tables.c: CREATE TABLE for the empty tables of a schema. */
#include "migration/migration_tables.h"

#include "sql/quote.h"

static const char *type_name(enum schema_type type)
{
    static const char *const NAMES[] = {"TEXT", "NUMERIC", "TEXT", "BOOLEAN", "BLOB"};
    return NAMES[type];
}

struct str migration_empty_tables(struct arena *a, const struct migration *m)
{
    struct buf sql = {0};
    for (uint32_t t = 0; t < m->n_tables; t++) {
        const struct migration_table *table = &m->tables[t];
        buf_put(&sql, STR("CREATE TABLE "));
        sql_put_name(&sql, table->name);
        for (uint32_t i = 0; i < table->n_columns; i++) {
            buf_putc(&sql, i ? ',' : '(');
            struct migration_column c = migration_column_of(m, table, i);
            sql_put_name(&sql, c.name);
            buf_printf(&sql, " %s", type_name(c.type));
        }
        buf_put(&sql, STR(");\n"));
    }
    struct str text = arena_str(a, buf_str(&sql));
    buf_release(&sql);
    return text;
}
