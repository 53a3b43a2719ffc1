/* keyless.c: copying tables into memory. */
#include "store/keyless.h"

#include "base/buf.h"
#include "engine/database_make.h"
#include "schema/declaration.h"
#include "sql/quote.h"

/* What the rows of a table are sorted by. To shuffle them, their number is multiplied, modulo a
 * number without a common factor: each row gets a place of its own, far from its neighbours. */
static const struct str SORTED_BY[] = {
    [ROWS_AS_STORED] = STR_INIT(""),
    [ROWS_REVERSED] = STR_INIT(" ORDER BY -row_number() OVER ()"),
    [ROWS_SHUFFLED] = STR_INIT(" ORDER BY row_number() OVER () * 2654435769 % 4294967296"),
};

/* A query may ask for rowids, so they are kept if possible. */
static void put_rowid_and_columns(struct buf *sql, const struct schema *s,
                                  const struct schema_table *t)
{
    buf_put(sql, STR("rowid"));
    for (uint32_t i = 0; i < t->n_columns; i++) {
        buf_putc(sql, ',');
        sql_put_name(sql, s->columns[t->columns[i]].name);
    }
}

static enum status make_keyless_table(struct database *d, const struct schema_table *t,
                                      struct err *e)
{
    struct buf sql = {0};
    buf_put(&sql, STR("CREATE TABLE "));
    sql_put_name(&sql, t->name);
    buf_put(&sql, STR(" AS SELECT * FROM original."));
    sql_put_name(&sql, t->name);
    buf_put(&sql, STR(" LIMIT 0;"));
    enum status status = database_make_all(d, buf_str(&sql), e);
    buf_release(&sql);
    return status;
}

/* Rows in another order have other rowids: SQLite reads a table in the order of its rowids. */
static enum status fill_keyless_table(struct database *d, const struct schema *s,
                                      const struct schema_table *t, bool has_rowid,
                                      enum row_order order, struct err *e)
{
    struct buf sql = {0};
    buf_put(&sql, STR("INSERT INTO "));
    sql_put_name(&sql, t->name);
    if (order == ROWS_AS_STORED && has_rowid) {
        buf_putc(&sql, '(');
        put_rowid_and_columns(&sql, s, t);
        buf_put(&sql, STR(") SELECT "));
        put_rowid_and_columns(&sql, s, t);
    } else {
        buf_put(&sql, STR(" SELECT *"));
    }
    buf_put(&sql, STR(" FROM original."));
    sql_put_name(&sql, t->name);
    buf_put(&sql, SORTED_BY[order]);
    buf_putc(&sql, ';');
    enum status status = database_make_all(d, buf_str(&sql), e);
    buf_release(&sql);
    return status;
}

/* A table that cannot be made is left out: sqlite_sequence, which schemas list, or one that the
 * file lacks. A table without some of its rows would give wrong answers. */
static enum status copy_keyless_table(struct database *d, const struct schema *s,
                                      const struct schema_table *t, bool has_rowid,
                                      enum row_order order, struct err *e)
{
    enum status status = make_keyless_table(d, t, e);
    if (status == E_DB)
        return OK;
    return status ? status : fill_keyless_table(d, s, t, has_rowid, order, e);
}

/* Views are declared again rather than copied: their rows may have no end. One that cannot be made
 * is left out, and so is one that reads a table which was left out. */
static enum status make_views(struct database *d, const struct schema *s,
                              const struct declaration *declared, struct err *e)
{
    struct err why;
    for (uint32_t t = 0; t < s->n_tables; t++)
        if (s->tables[t].view && declared->tables[t].sql.ptr &&
            database_make_one(d, MADE_VIEW, declared->tables[t].sql, &why) == E_HOST) {
            *e = why;
            return E_HOST;
        }
    return OK;
}

static enum status copy_keyless_tables(struct database *d, const struct schema *s,
                                       const struct declaration *declared, enum row_order order,
                                       struct err *e)
{
    for (uint32_t t = 0; t < s->n_tables; t++)
        if (!s->tables[t].view)
            TRY(copy_keyless_table(d, s, &s->tables[t], declared->tables[t].has_rowid, order, e));
    TRY(make_views(d, s, declared, e));
    return database_made(d, e);
}

enum status database_open_keyless(const char *path, const struct schema *s, enum row_order order,
                                  uint32_t deadline_ms, struct database **out, struct err *e)
{
    struct making making = {.original = path, .deadline_ms = deadline_ms};
    struct arena a = {0};
    struct declaration declared;
    enum status status = declaration_read(&a, path, s, &declared, e);
    if (status == OK)
        status = database_make(&making, out, e);
    if (status == OK && (status = copy_keyless_tables(*out, s, &declared, order, e)) != OK)
        database_close(*out);
    arena_release(&a);
    return status;
}
