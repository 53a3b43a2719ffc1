/* stored_otherwise.c: asking copies of a database what the database was asked. */
#include "verify/stored_otherwise.h"

#include "base/buf.h"
#include "base/path.h"
#include "engine/database_make.h"
#include "schema/declaration.h"
#include "sql/parse.h"
#include "sql/quote.h"
#include "sql/resolve.h"
#include "verify/rows_equal.h"

enum { COPY_DEADLINE_MS = 2000, QUERY_DEADLINE_MS = 2000 };
enum { FAR_OFF_MS = 60000 }; /* if the clock must not decide */

/* Making a copy, without the keys and indexes that help to find its rows */

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
    TRY(status);
    return fill_keyless_table(d, s, t, has_rowid, order, e);
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

/* The tables of `s` from the file at `path`, in memory, with the same rows; those that cannot be
 * made are absent. E_DB if rows cannot be copied, or if it takes longer than the deadline. */
static enum status database_open_keyless(const char *path, const struct schema *s,
                                         enum row_order order, uint32_t deadline_ms,
                                         struct database **out, struct err *e)
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

/* Asking the copies */

static void forget_copies(struct stored_otherwise *o)
{
    for (int i = 0; i < ROW_ORDERS; i++)
        database_close(o->copies[i].d);
    memset(o->copies, 0, sizeof o->copies);
    arena_clear(&o->arena);
    o->path.ptr = NULL;
}

void stored_otherwise_release(struct stored_otherwise *o)
{
    forget_copies(o);
    arena_release(&o->arena);
}

static enum status is_small(const struct stored_otherwise *o, const char *path, bool *out,
                            struct err *e)
{
    struct path_info info;
    enum status status = path_look(path, &info, e);
    *out = status == OK && info.size <= (o->max_bytes ? o->max_bytes : STORED_OTHERWISE_BYTES);
    return status;
}

/* Make the copy, or note why there is none. */
static enum status make_copy(struct stored_otherwise *o, const struct plain_answer *plain,
                             enum row_order order, struct stored_copy *copy, struct err *e)
{
    uint32_t ms = o->by_size ? FAR_OFF_MS : COPY_DEADLINE_MS;
    struct deadline deadline = deadline_after_ms(ms);
    bool small;
    copy->why_not = UNTRIED_LARGE;
    TRY(is_small(o, plain->database, &small, e));
    if (!small)
        return OK;
    enum status status =
        database_open_keyless(plain->database, plain->schema, order, ms, &copy->d, e);
    if (status == OK)
        return OK;
    copy->d = NULL;
    copy->why_not = deadline_passed(deadline) ? UNTRIED_SLOW : UNTRIED_NOT_COPIED;
    copy->problem = arena_str(&o->arena, str_from(e->msg));
    return status;
}

/* The copy of that order, made when it is first asked for, or one without a database. */
static enum status copy_of(struct stored_otherwise *o, const struct plain_answer *plain,
                           enum row_order order, const struct stored_copy **out, struct err *e)
{
    struct str path = str_from(plain->database);
    struct stored_copy *copy = &o->copies[order];
    if (!o->path.ptr || !str_eq(o->path, path)) {
        forget_copies(o);
        o->path = arena_str(&o->arena, path);
    }
    enum status status = OK;
    if (!copy->tried)
        status = make_copy(o, plain, order, copy, e);
    copy->tried = true;
    *out = copy;
    return status == E_DB ? OK : status;
}

/* Rows in another order have other rowids. */
static bool reads_rowid(struct arena *a, const struct plain_answer *plain)
{
    struct sql_stmt stmt;
    struct sql_resolution r;
    struct err e;
    if (sql_parse(a, plain->sql, &stmt, &e) || sql_resolve(a, plain->schema, &stmt, &r, &e))
        return true;
    for (uint32_t i = 0; i < r.n_bindings; i++)
        if (r.bindings[i].kind == SQL_BOUND_ROWID)
            return true;
    return false;
}

static enum status copy_differs(struct stored_otherwise *o, const struct plain_answer *plain,
                                enum row_order order, struct query_limits limits,
                                struct arena *scratch, bool *out, struct err *e)
{
    struct query_result answer;
    const struct stored_copy *copy;
    TRY(copy_of(o, plain, order, &copy, e));
    if (!copy->d) {
        o->untried = copy->why_not;
        o->problem = copy->problem;
        return OK;
    }
    limits.deadline = deadline_after_ms(o->by_size ? FAR_OFF_MS : QUERY_DEADLINE_MS);
    enum status status = database_query(copy->d, plain->sql, &limits, scratch, &answer, e);
    if (status == OK && answer.outcome == QUERY_ROWS)
        *out = !rows_alike(plain->rows, &answer.rows, plain->ordered && order == ROWS_AS_STORED,
                           scratch);
    if (answer.outcome == QUERY_TIMEOUT || answer.outcome == QUERY_TOO_MANY_STEPS)
        o->untried = UNTRIED_SLOW;
    return status;
}

enum status stored_otherwise_differs(struct stored_otherwise *o, const struct plain_answer *plain,
                                     const struct query_limits *limits, struct arena *scratch,
                                     bool *out, struct err *e)
{
    struct arena_mark mark = arena_mark(scratch);
    int orders = reads_rowid(scratch, plain) ? ROWS_AS_STORED + 1 : ROW_ORDERS;
    enum status status = OK;
    *out = false;
    o->untried = UNTRIED_NONE;
    o->problem = STR_NONE;
    for (int order = 0; order < orders && status == OK && !*out; order++)
        status = copy_differs(o, plain, (enum row_order)order, *limits, scratch, out, e);
    arena_rewind(scratch, mark);
    if (status)
        forget_copies(o);
    return status;
}
