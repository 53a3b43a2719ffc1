/* walk.c: visit every node once.
 *
 * Recursion is as deep as the tree, which the parser bounds (SQL_MAX_DEPTH, SQL_MAX_HEIGHT). */
#include "sql/walk.h"

static void walk_list(const struct sql_walker *w, const struct sql_expr_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        sql_walk_expr(w, list->items[i]);
}

static void walk_order(const struct sql_walker *w, const struct sql_order *order)
{
    for (uint32_t i = 0; i < order->count; i++)
        sql_walk_expr(w, order->items[i].expr);
}

static void walk_window(const struct sql_walker *w, const struct sql_window *window)
{
    walk_list(w, &window->partition);
    walk_order(w, &window->order);
    sql_walk_expr(w, window->start.offset);
    sql_walk_expr(w, window->end.offset);
}

static void walk_case(const struct sql_walker *w, const struct sql_expr *x)
{
    sql_walk_expr(w, x->as.cases.subject);
    for (uint32_t i = 0; i < x->as.cases.n_whens; i++) {
        sql_walk_expr(w, x->as.cases.whens[i].when);
        sql_walk_expr(w, x->as.cases.whens[i].then);
    }
    sql_walk_expr(w, x->as.cases.otherwise);
}

static void walk_call(const struct sql_walker *w, const struct sql_expr *x)
{
    walk_list(w, &x->as.call.args);
    sql_walk_expr(w, x->as.call.filter);
    if (x->as.call.over)
        walk_window(w, x->as.call.over);
}

static void walk_in(const struct sql_walker *w, const struct sql_expr *x)
{
    sql_walk_expr(w, x->as.in.subject);
    if (x->as.in.query)
        sql_walk_query(w, x->as.in.query);
    if (x->as.in.table)
        sql_walk_from(w, x->as.in.table);
    walk_list(w, &x->as.in.list);
}

static void walk_operands(const struct sql_walker *w, const struct sql_expr *a,
                          const struct sql_expr *b, const struct sql_expr *c)
{
    sql_walk_expr(w, a);
    sql_walk_expr(w, b);
    sql_walk_expr(w, c);
}

static void walk_children(const struct sql_walker *w, const struct sql_expr *x)
{
    switch (x->kind) {
    case SQL_EXPR_LITERAL:
    case SQL_EXPR_PARAMETER:
    case SQL_EXPR_COLUMN:
        break;
    case SQL_EXPR_UNARY:
        sql_walk_expr(w, x->as.unary.operand);
        break;
    case SQL_EXPR_BINARY:
        walk_operands(w, x->as.binary.left, x->as.binary.right, NULL);
        break;
    case SQL_EXPR_PATTERN:
        walk_operands(w, x->as.pattern.subject, x->as.pattern.pattern, x->as.pattern.escape);
        break;
    case SQL_EXPR_BETWEEN:
        walk_operands(w, x->as.between.subject, x->as.between.low, x->as.between.high);
        break;
    case SQL_EXPR_IN:
        walk_in(w, x);
        break;
    case SQL_EXPR_CASE:
        walk_case(w, x);
        break;
    case SQL_EXPR_CAST:
        sql_walk_expr(w, x->as.cast.operand);
        break;
    case SQL_EXPR_COLLATE:
        sql_walk_expr(w, x->as.collate.operand);
        break;
    case SQL_EXPR_CALL:
        walk_call(w, x);
        break;
    case SQL_EXPR_EXISTS:
    case SQL_EXPR_SUBQUERY:
        sql_walk_query(w, x->as.subquery.query);
        break;
    case SQL_EXPR_ROW:
        walk_list(w, &x->as.row.list);
        break;
    }
}

void sql_walk_expr(const struct sql_walker *w, const struct sql_expr *x)
{
    if (!x || (w->expr && !w->expr(w->ctx, x)))
        return;
    walk_children(w, x);
    if (w->leave_expr)
        w->leave_expr(w->ctx, x);
}

void sql_walk_from(const struct sql_walker *w, const struct sql_from *f)
{
    if (w->from && !w->from(w->ctx, f))
        return;
    walk_list(w, &f->args);
    if (f->query)
        sql_walk_query(w, f->query);
    for (uint32_t i = 0; i < f->n_group; i++)
        sql_walk_from(w, &f->group[i]);
    sql_walk_expr(w, f->on);
}

void sql_walk_core(const struct sql_walker *w, const struct sql_core *c)
{
    if (w->core && !w->core(w->ctx, c))
        return;
    for (uint32_t i = 0; i < c->n_results; i++)
        sql_walk_expr(w, c->results[i].expr);
    for (uint32_t i = 0; i < c->n_from; i++)
        sql_walk_from(w, &c->from[i]);
    sql_walk_expr(w, c->where);
    walk_list(w, &c->group_by);
    sql_walk_expr(w, c->having);
    for (uint32_t i = 0; i < c->n_windows; i++)
        walk_window(w, &c->windows[i]);
    for (uint32_t i = 0; i < c->n_values; i++)
        walk_list(w, &c->values[i]);
    if (w->leave_core)
        w->leave_core(w->ctx, c);
}

void sql_walk_query(const struct sql_walker *w, const struct sql_query *q)
{
    if (w->query && !w->query(w->ctx, q))
        return;
    for (uint32_t i = 0; i < q->n_ctes; i++)
        sql_walk_query(w, q->ctes[i].query);
    for (uint32_t i = 0; i < q->n_cores; i++)
        sql_walk_core(w, &q->cores[i]);
    walk_order(w, &q->order);
    sql_walk_expr(w, q->offset_first ? q->offset : q->limit);
    sql_walk_expr(w, q->offset_first ? q->limit : q->offset);
    if (w->leave_query)
        w->leave_query(w->ctx, q);
}
