/* tied_query.c: the terms of ORDER BY once more, as the order of a window.
 *
 * Their rank is told by SQLite itself, so collations and NULL need no rules here. A window does not
 * know the names and numbers of results, by which ORDER BY may call them: they are replaced by what
 * they stand for. */
#include "score/tied_query.h"

#include "base/buf.h"
#include "base/number.h"
#include "engine/database.h"
#include "sql/equal.h"
#include "sql/parse.h"
#include "sql/splice.h"
#include "sql/walk.h"

#include <math.h>

static bool is_integer(const struct sql_expr *x, double *out)
{
    return x->kind == SQL_EXPR_LITERAL && x->as.literal.type == SQL_INTEGER &&
           number_read(x->as.literal.text, out);
}

static bool calls_by_alias(const struct sql_expr *term, const struct sql_result *r)
{
    return term->kind == SQL_EXPR_COLUMN && !term->as.column.table.text.ptr && r->alias.text.ptr &&
           str_eq_nocase(term->as.column.name.text, r->alias.text);
}

/* An alias goes before all else that the term may mean. NULL where the term is no result. */
static const struct sql_expr *result_meant(const struct sql_core *core, const struct sql_expr *term)
{
    for (uint32_t i = 0; i < core->n_results; i++)
        if (calls_by_alias(term, &core->results[i]))
            return core->results[i].expr;
    for (uint32_t i = 0; i < core->n_results; i++)
        if (core->results[i].expr && sql_expr_equal(core->results[i].expr, term))
            return core->results[i].expr;
    return NULL;
}

/* A star stands for any number of results. */
static const struct sql_expr *result_at(const struct sql_core *core, double number)
{
    for (uint32_t i = 0; i < core->n_results; i++) {
        if (core->results[i].kind != SQL_RESULT_EXPR)
            return NULL;
        if (number == i + 1)
            return core->results[i].expr;
    }
    return NULL;
}

/* SQLite takes a number with a sign for the number of a result, too. */
static bool is_signed_literal(const struct sql_expr *x)
{
    return x->kind == SQL_EXPR_UNARY && (x->as.unary.operand->kind == SQL_EXPR_LITERAL ||
                                         x->as.unary.operand->kind == SQL_EXPR_UNARY);
}

struct alias_search {
    const struct sql_core *core;
    bool found;
};

static bool see_alias(void *ctx, const struct sql_expr *x)
{
    struct alias_search *s = ctx;
    for (uint32_t i = 0; i < s->core->n_results; i++)
        s->found = s->found || calls_by_alias(x, &s->core->results[i]);
    return true;
}

/* Within a term, a name may be that of a column or of a result. Which one is not known here. */
static bool holds_alias(const struct sql_core *core, const struct sql_expr *term)
{
    struct alias_search s = {.core = core};
    sql_walk_expr(&(struct sql_walker){.ctx = &s, .expr = see_alias}, term);
    return s.found;
}

/* One term as a window can read it. False where that is not known. */
static bool put_term(struct buf *out, struct str sql, const struct sql_core *core,
                     const struct sql_expr *term)
{
    const struct sql_expr *inner = term;
    double number;
    while (inner->kind == SQL_EXPR_COLLATE)
        inner = inner->as.collate.operand;
    bool by_number = is_integer(inner, &number);
    const struct sql_expr *meant = by_number ? result_at(core, number) : result_meant(core, inner);
    if (!meant &&
        (by_number || core->distinct || is_signed_literal(inner) || holds_alias(core, inner)))
        return false;
    struct sql_span said = meant ? meant->span : inner->span;
    buf_put(out, str_slice(sql, term->span.start, inner->span.start));
    buf_putc(out, '(');
    buf_put(out, str_slice(sql, said.start, said.end));
    buf_putc(out, ')');
    buf_put(out, str_slice(sql, inner->span.end, term->span.end));
    return true;
}

/* The rank of a row, as one more result. */
static bool put_rank(struct buf *out, struct str sql, const struct sql_query *q)
{
    buf_put(out, STR(", dense_rank() OVER (ORDER BY "));
    for (uint32_t i = 0; i < q->order.count; i++) {
        if (i)
            buf_put(out, STR(", "));
        if (!put_term(out, sql, &q->cores[0], q->order.items[i].expr))
            return false;
    }
    buf_putc(out, ')');
    return true;
}

bool tied_query_of(struct arena *a, struct str sql, struct tied_query *out)
{
    struct sql_stmt stmt;
    struct err e;
    out->limit = INFINITY;
    if (!sql.ptr || sql_parse(a, sql, &stmt, &e) != OK)
        return false;
    const struct sql_query *q = stmt.query;
    const struct sql_core *core = &q->cores[0];
    if (q->n_cores > 1 || !core->n_results || !q->order.count || q->offset ||
        (q->limit && !is_integer(q->limit, &out->limit)))
        return false;
    struct buf rank = {0};
    struct sql_splices splices = {.arena = a};
    uint32_t end = core->results[core->n_results - 1].span.end;
    buf_limit(&rank, DATABASE_MAX_SQL_BYTES);
    bool known = put_rank(&rank, sql, q) && buf_whole(&rank);
    if (known)
        sql_splice_add(&splices, (struct sql_span){end, end}, buf_str(&rank));
    if (q->limit)
        sql_splice_add(&splices, q->limit->span, STR("-1"));
    known = known && sql_splice_apply(a, &splices, sql, &out->sql);
    buf_release(&rank);
    return known;
}
