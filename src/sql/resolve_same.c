/* resolve_same.c: whether an expression is a result of a core over again.
 *
 * Both must be resolved. References are the same if they mean the same, however they are written;
 * subqueries, windows and unnamed parameters are never the same as anything. */
#include "sql/node.h"
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

static bool same_literal(const struct sql_expr *a, const struct sql_expr *b)
{
    return a->as.literal.type == b->as.literal.type &&
           (a->as.literal.type == SQL_NULL || str_eq(a->as.literal.text, b->as.literal.text));
}

static bool same_parts(const struct expr_sameness *c, const struct sql_node *node, const void *a,
                       const void *b);

/* Of one or several nodes. Items of FROM are never the same. */
static bool same_items(const struct expr_sameness *c, const struct sql_part *part, const void *a,
                       const void *b)
{
    struct sql_items x = sql_part_items(part, a), y = sql_part_items(part, b);
    if (x.count != y.count || (x.count > 0 && part->form != SQL_PART_NODES))
        return false;
    for (uint32_t i = 0; i < x.count; i++)
        if (!same_parts(c, part->node, x.first + i * part->size, y.first + i * part->size))
            return false;
    return true;
}

static bool same_part(const struct expr_sameness *c, const struct sql_part *part, const void *a,
                      const void *b)
{
    const void *x = (const char *)a + part->at, *y = (const char *)b + part->at;
    switch (part->form) {
    case SQL_PART_EXPR:
        return same_expr(c, *(struct sql_expr *const *)x, *(struct sql_expr *const *)y);
    case SQL_PART_EXPRS:
        return same_list(c, x, y);
    case SQL_PART_QUERY:
        return !*(struct sql_query *const *)x && !*(struct sql_query *const *)y;
    case SQL_PART_NAME:
        return str_eq_nocase(((const struct sql_name *)x)->text,
                             ((const struct sql_name *)y)->text);
    case SQL_PART_TEXT:
        return str_eq(*(const struct str *)x, *(const struct str *)y);
    case SQL_PART_OPERATOR:
    case SQL_PART_WORD:
        return memcmp(x, y, sizeof(unsigned)) == 0;
    case SQL_PART_FLAG:
        return *(const bool *)x == *(const bool *)y;
    default:
        return same_items(c, part, a, b);
    }
}

static bool same_parts(const struct expr_sameness *c, const struct sql_node *node, const void *a,
                       const void *b)
{
    for (uint32_t i = 0; i < node->n_parts; i++)
        if (!same_part(c, &node->parts[i], a, b))
            return false;
    return true;
}

/* Two expressions of one kind. */
static bool same_kind(const struct expr_sameness *c, const struct sql_expr *a,
                      const struct sql_expr *b)
{
    switch (a->kind) {
    case SQL_EXPR_LITERAL:
        return same_literal(a, b);
    case SQL_EXPR_PARAMETER:
        return a->as.parameter.text.len > 1 && str_eq(a->as.parameter.text, b->as.parameter.text);
    case SQL_EXPR_COLUMN:
        return same_column(c, a, b);
    case SQL_EXPR_CALL:
        return same_call(c, a, b);
    default:
        return same_parts(c, sql_expr_node(a), a, b);
    }
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
