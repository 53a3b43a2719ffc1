/* stored_otherwise.c: asking copies of a database what the database was asked. */
#include "verify/stored_otherwise.h"

#include "base/path.h"
#include "sql/parse.h"
#include "sql/resolve.h"
#include "verify/rows_equal.h"

enum { COPY_DEADLINE_MS = 2000, QUERY_DEADLINE_MS = 2000 };
enum { FAR_OFF_MS = 60000 }; /* if the clock must not decide */

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

/* The copy of that order, made when it is first asked for, or NULL in `*out`. */
static enum status copy_of(struct stored_otherwise *o, const struct plain_answer *plain,
                           enum row_order order, struct database **out, struct err *e)
{
    struct str path = str_from(plain->database);
    struct stored_copy *copy = &o->copies[order];
    if (!o->path.ptr || !str_eq(o->path, path)) {
        forget_copies(o);
        o->path = arena_str(&o->arena, path);
    }
    enum status status = OK;
    if (!copy->tried) {
        bool possible;
        status = is_small(o, plain->database, &possible, e);
        if (status == OK && possible)
            status = database_open_keyless(plain->database, plain->schema, order,
                                           o->by_size ? FAR_OFF_MS : COPY_DEADLINE_MS, &copy->d, e);
        if (status)
            copy->d = NULL;
        copy->tried = true;
    }
    *out = copy->d;
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
    struct database *d;
    enum status status = copy_of(o, plain, order, &d, e);
    if (status == OK && !d)
        o->untried = true;
    if (status || !d)
        return status;
    limits.deadline = deadline_after_ms(o->by_size ? FAR_OFF_MS : QUERY_DEADLINE_MS);
    status = database_query(d, plain->sql, &limits, scratch, &answer, e);
    if (status == OK && answer.outcome == QUERY_ROWS)
        *out = !rows_alike(plain->rows, &answer.rows, plain->ordered && order == ROWS_AS_STORED,
                           scratch);
    o->untried =
        o->untried || answer.outcome == QUERY_TIMEOUT || answer.outcome == QUERY_TOO_MANY_STEPS;
    return status;
}

enum status stored_otherwise_differs(struct stored_otherwise *o, const struct plain_answer *plain,
                                     const struct query_limits *limits, struct arena *scratch,
                                     bool *out, struct err *e)
{
    struct arena_mark mark = arena_mark(scratch);
    int orders = reads_rowid(scratch, plain) ? ROWS_AS_STORED + 1 : ROW_ORDERS;
    enum status status = OK;
    *out = o->untried = false;
    for (int order = 0; order < orders && status == OK && !*out; order++)
        status = copy_differs(o, plain, (enum row_order)order, *limits, scratch, out, e);
    arena_rewind(scratch, mark);
    if (status)
        forget_copies(o);
    return status;
}
