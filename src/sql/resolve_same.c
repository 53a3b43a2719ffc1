/* resolve_same.c: whether an expression is a result of a core over again.
 *
 * Both must be resolved. References are the same if they mean the same, however they are written;
 * subqueries, windows and unnamed parameters are never the same as anything. */
#include "sql/resolver.h"

/* Where the two expressions stand. */
struct expr_sameness {
    const struct resolver *r;
    const struct expanded_core *core;
};

static bool same_expr(const struct expr_sameness *c, const struct sql_expr *a,
                      const struct sql_expr *b);

static bool same_list(const struct expr_sameness *c, const struct sql_expr_list *a,
                      const struct sql_expr_list *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!same_expr(c, a->items[i], b->items[i]))
            return false;
    return true;
}

static bool same_binding(const struct sql_binding *a, const struct sql_binding *b)
{
    return a->kind == b->kind && a->source == b->source && a->column == b->column &&
           a->position == b->position;
}

/* What a reference is bound to, aliases followed to a plain column; NULL where the alias is of an
 * expression, which `*aliased` then is. */
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

static bool same_column(const struct expr_sameness *c, const struct sql_expr *a,
                        const struct sql_expr *b)
{
    const struct sql_expr *x = a, *y = b;
    const struct sql_binding *p = follow(c, a, &x), *q = follow(c, b, &y);
    if (!p || !q)
        return same_expr(c, x, y);
    if (p->kind == SQL_BOUND_STRING || p->kind == SQL_BOUND_TRUE_FALSE)
        return q->kind == p->kind && str_eq(a->as.column.name.text, b->as.column.name.text);
    return same_binding(p, q);
}

static bool same_call(const struct expr_sameness *c, const struct sql_expr *a,
                      const struct sql_expr *b)
{
    bool windows = a->as.call.over || b->as.call.over || a->as.call.filter || b->as.call.filter;
    return !windows && str_eq_nocase(a->as.call.name.text, b->as.call.name.text) &&
           a->as.call.distinct == b->as.call.distinct &&
           same_list(c, &a->as.call.args, &b->as.call.args);
}

static bool same_case(const struct expr_sameness *c, const struct sql_expr *a,
                      const struct sql_expr *b)
{
    if (a->as.cases.n_whens != b->as.cases.n_whens ||
        !same_expr(c, a->as.cases.subject, b->as.cases.subject) ||
        !same_expr(c, a->as.cases.otherwise, b->as.cases.otherwise))
        return false;
    for (uint32_t i = 0; i < a->as.cases.n_whens; i++)
        if (!same_expr(c, a->as.cases.whens[i].when, b->as.cases.whens[i].when) ||
            !same_expr(c, a->as.cases.whens[i].then, b->as.cases.whens[i].then))
            return false;
    return true;
}

static bool same_pattern(const struct expr_sameness *c, const struct sql_expr *a,
                         const struct sql_expr *b)
{
    return a->as.pattern.op == b->as.pattern.op && a->as.pattern.negated == b->as.pattern.negated &&
           same_expr(c, a->as.pattern.subject, b->as.pattern.subject) &&
           same_expr(c, a->as.pattern.pattern, b->as.pattern.pattern) &&
           same_expr(c, a->as.pattern.escape, b->as.pattern.escape);
}

static bool same_between(const struct expr_sameness *c, const struct sql_expr *a,
                         const struct sql_expr *b)
{
    return a->as.between.negated == b->as.between.negated &&
           same_expr(c, a->as.between.subject, b->as.between.subject) &&
           same_expr(c, a->as.between.low, b->as.between.low) &&
           same_expr(c, a->as.between.high, b->as.between.high);
}

static bool same_in(const struct expr_sameness *c, const struct sql_expr *a,
                    const struct sql_expr *b)
{
    if (a->as.in.query || a->as.in.table || b->as.in.query || b->as.in.table)
        return false;
    return a->as.in.negated == b->as.in.negated &&
           same_expr(c, a->as.in.subject, b->as.in.subject) &&
           same_list(c, &a->as.in.list, &b->as.in.list);
}

/* Two expressions of one kind. Subqueries are never the same. */
static bool same_kind(const struct expr_sameness *c, const struct sql_expr *a,
                      const struct sql_expr *b)
{
    switch (a->kind) {
    case SQL_EXPR_LITERAL:
        return a->as.literal.type == b->as.literal.type &&
               (a->as.literal.type == SQL_NULL || str_eq(a->as.literal.text, b->as.literal.text));
    case SQL_EXPR_PARAMETER:
        return a->as.parameter.text.len > 1 && str_eq(a->as.parameter.text, b->as.parameter.text);
    case SQL_EXPR_COLUMN:
        return same_column(c, a, b);
    case SQL_EXPR_UNARY:
        return a->as.unary.op == b->as.unary.op &&
               same_expr(c, a->as.unary.operand, b->as.unary.operand);
    case SQL_EXPR_BINARY:
        return a->as.binary.op == b->as.binary.op &&
               same_expr(c, a->as.binary.left, b->as.binary.left) &&
               same_expr(c, a->as.binary.right, b->as.binary.right);
    case SQL_EXPR_PATTERN:
        return same_pattern(c, a, b);
    case SQL_EXPR_BETWEEN:
        return same_between(c, a, b);
    case SQL_EXPR_IN:
        return same_in(c, a, b);
    case SQL_EXPR_CASE:
        return same_case(c, a, b);
    case SQL_EXPR_CAST:
        return str_eq(a->as.cast.type, b->as.cast.type) &&
               same_expr(c, a->as.cast.operand, b->as.cast.operand);
    case SQL_EXPR_COLLATE:
        return str_eq_nocase(a->as.collate.collation.text, b->as.collate.collation.text) &&
               same_expr(c, a->as.collate.operand, b->as.collate.operand);
    case SQL_EXPR_CALL:
        return same_call(c, a, b);
    case SQL_EXPR_ROW:
        return same_list(c, &a->as.row.list, &b->as.row.list);
    case SQL_EXPR_EXISTS:
    case SQL_EXPR_SUBQUERY:
        return false;
    }
    return false;
}

static bool same_expr(const struct expr_sameness *c, const struct sql_expr *a,
                      const struct sql_expr *b)
{
    if (!a || !b)
        return a == b;
    if (a->kind == b->kind)
        return same_kind(c, a, b);
    if (a->kind == SQL_EXPR_COLUMN || b->kind == SQL_EXPR_COLUMN) {
        const struct sql_expr *x = a, *y = b;
        if (a->kind == SQL_EXPR_COLUMN && !follow(c, a, &x))
            return same_expr(c, x, b);
        if (b->kind == SQL_EXPR_COLUMN && !follow(c, b, &y))
            return same_expr(c, a, y);
    }
    return false;
}

bool is_result(const struct resolver *r, const struct expanded_core *core, const struct sql_expr *x,
               uint32_t i)
{
    const struct expr_sameness c = {r, core};
    const struct result *result = &core->results[i];
    const struct sql_expr *aliased = x;
    if (result->expr)
        return same_expr(&c, skip_collate(result->expr), x);
    if (x->kind != SQL_EXPR_COLUMN)
        return false;
    const struct sql_binding *b = follow(&c, x, &aliased);
    return b && same_binding(b, &result->binding);
}
