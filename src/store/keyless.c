/* keyless.c: copying tables into memory. */
#include "store/keyless.h"

#include "base/buf.h"
#include "engine/database_make.h"
#include "sql/quote.h"

enum { MAX_SQL_BYTES = 1 << 24 };

static void put_columns(struct buf *sql, const struct schema *s, const struct schema_table *t)
{
    buf_put(sql, STR("rowid"));
    for (uint32_t i = 0; i < t->n_columns; i++) {
        buf_putc(sql, ',');
        sql_put_name(sql, s->columns[t->columns[i]].name);
    }
}

/* Rowids stay: they are values that a query may ask for, not ways to find rows. */
static void put_keyless_table(struct buf *sql, const struct schema *s, const struct schema_table *t)
{
    buf_put(sql, STR("CREATE TABLE "));
    sql_put_name(sql, t->name);
    buf_put(sql, STR(" AS SELECT * FROM original."));
    sql_put_name(sql, t->name);
    buf_put(sql, STR(" LIMIT 0; INSERT INTO "));
    sql_put_name(sql, t->name);
    buf_putc(sql, '(');
    put_columns(sql, s, t);
    buf_put(sql, STR(") SELECT "));
    put_columns(sql, s, t);
    buf_put(sql, STR(" FROM original."));
    sql_put_name(sql, t->name);
    buf_putc(sql, ';');
}

enum status database_open_keyless(const char *path, const struct schema *s, uint32_t deadline_ms,
                                  struct database **out, struct err *e)
{
    struct making making = {.original = path, .deadline_ms = deadline_ms};
    struct buf sql = {0};
    enum status status = database_make(&making, out, e);
    if (status)
        return status;
    buf_limit(&sql, MAX_SQL_BYTES);
    for (uint32_t t = 0; t < s->n_tables; t++)
        put_keyless_table(&sql, s, &s->tables[t]);
    status = buf_whole(&sql) ? database_make_all(*out, buf_str(&sql), e)
                             : err_set(e, E_DB, "too many tables");
    if (status == OK)
        status = database_made(*out, e);
    buf_release(&sql);
    if (status)
        database_close(*out);
    return status;
}
