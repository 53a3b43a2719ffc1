/* resolve_same.c: does an expression repeat a result of its core?
 *
 * Both must be resolved. References are the same if they mean the same, however they are written;
 * subqueries, windows and unnamed parameters are never the same as anything. */
#include "sql/node.h"
#include "sql/resolver.h"

/* Where the two expressions are. */
struct expr_sameness {
    const struct resolver *r;
    const struct expanded_core *core;
};

static bool exprs_same(const void *ctx, const struct sql_expr *a, const struct sql_expr *b);

static bool names_same(const struct sql_name *a, const struct sql_name *b)
{
    return str_eq_nocase(a->text, b->text);
}

static struct sql_comparison comparison_of(const struct expr_sameness *c)
{
    return (struct sql_comparison){.exprs = exprs_same, .names = names_same, .ctx = c};
}

static bool bindings_same(const struct sql_binding *a, const struct sql_binding *b)
{
    return a->kind == b->kind && a->source == b->source && a->column == b->column &&
           a->position == b->position;
}

/* The binding of a reference. Aliases are followed to a plain column; for an alias of an expression
 * the answer is NULL, and `*aliased` is that expression. */
static const struct sql_binding *follow(const struct expr_sameness *c, const struct sql_expr *x,
                                        const struct sql_expr **aliased)
{
    const struct sql_binding *b = &c->r->bindings[x->as.column.ref];
    if (b->kind != SQL_BOUND_ALIAS)
        return b;
    const struct result *result = &c->core->results[b->position];
    *aliased = result->expr;
    return result->expr ? NULL : &result->binding;
}

static bool columns_same(const struct expr_sameness *c, const struct sql_expr *a,
                         const struct sql_expr *b)
{
    const struct sql_expr *x = a, *y = b;
    const struct sql_binding *p = follow(c, a, &x), *q = follow(c, b, &y);
    if (!p || !q)
        return exprs_same(c, x, y);
    if (p->kind == SQL_BOUND_STRING || p->kind == SQL_BOUND_TRUE_FALSE)
        return q->kind == p->kind && str_eq(a->as.column.name.text, b->as.column.name.text);
    return bindings_same(p, q);
}

static bool calls_same(const struct expr_sameness *c, const struct sql_expr *a,
                       const struct sql_expr *b)
{
    struct sql_comparison comparison = comparison_of(c);
    bool windows = a->as.call.over || b->as.call.over || a->as.call.filter || b->as.call.filter;
    return !windows && str_eq_nocase(a->as.call.name.text, b->as.call.name.text) &&
           a->as.call.distinct == b->as.call.distinct &&
           sql_lists_alike(&comparison, &a->as.call.args, &b->as.call.args);
}

static bool literals_same(const struct sql_expr *a, const struct sql_expr *b)
{
    return a->as.literal.type == b->as.literal.type &&
           (a->as.literal.type == SQL_NULL || str_eq(a->as.literal.text, b->as.literal.text));
}

/* Two expressions of one kind. */
static bool kinds_same(const struct expr_sameness *c, const struct sql_expr *a,
                       const struct sql_expr *b)
{
    struct sql_comparison comparison = comparison_of(c);
    switch (a->kind) {
    case SQL_EXPR_LITERAL:
        return literals_same(a, b);
    case SQL_EXPR_PARAMETER:
        return a->as.parameter.text.len > 1 && str_eq(a->as.parameter.text, b->as.parameter.text);
    case SQL_EXPR_COLUMN:
        return columns_same(c, a, b);
    case SQL_EXPR_CALL:
        return calls_same(c, a, b);
    default:
        return sql_nodes_alike(&comparison, sql_expr_node(a), a, b);
    }
}

static bool exprs_same(const void *ctx, const struct sql_expr *a, const struct sql_expr *b)
{
    const struct expr_sameness *c = ctx;
    const struct sql_expr *aliased;
    if (!a || !b)
        return a == b;
    if (a->kind == b->kind)
        return kinds_same(c, a, b);
    if (a->kind == SQL_EXPR_COLUMN && !follow(c, a, &aliased))
        return exprs_same(c, aliased, b);
    if (b->kind == SQL_EXPR_COLUMN && !follow(c, b, &aliased))
        return exprs_same(c, a, aliased);
    return false;
}

bool is_result(const struct resolver *r, const struct expanded_core *core, const struct sql_expr *x,
               uint32_t i)
{
    const struct expr_sameness c = {r, core};
    const struct result *result = &core->results[i];
    const struct sql_expr *aliased = x;
    if (result->expr)
        return exprs_same(&c, skip_collate(result->expr), x);
    if (x->kind != SQL_EXPR_COLUMN)
        return false;
    const struct sql_binding *b = follow(&c, x, &aliased);
    return b && bindings_same(b, &result->binding);
}
