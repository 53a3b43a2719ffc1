/* resolve_outer.c: conditions of a join that look to its right.
 *
 * SQLite refuses them in an outer join, and in any join where a RIGHT or FULL join takes part. But
 * first it turns a LEFT join into an inner one if a condition cannot hold for the row of NULLs that
 * the join may add, and then the condition may look anywhere. So this must be decided here exactly
 * as SQLite decides it. */
#include "sql/resolver.h"

/* The question: does a condition imply that source `index` of `core` has a row? */
struct question {
    const struct resolver *r;
    const struct expanded_core *core;
    uint32_t index;
};

static bool implies(const struct question *q, const struct sql_expr *x);

/* Is an item of FROM this source, or in its brackets? */
static bool holds(const struct source *src, const struct sql_from *item)
{
    if (src->item == item)
        return true;
    if (src->kind != SOURCE_GROUP)
        return false;
    const struct expanded_core *group = &src->query->cores[0];
    for (uint32_t i = 0; i < group->n_sources; i++)
        if (holds(&group->sources[i], item))
            return true;
    return false;
}

static bool implies_column(const struct question *q, const struct sql_expr *x)
{
    const struct sql_binding *b = &q->r->bindings[x->as.column.ref];
    if (b->kind == SQL_BOUND_ALIAS) {
        const struct result *c = &q->core->results[b->position];
        if (c->expr)
            return implies(q, c->expr);
        b = &c->binding;
    }
    return b->source && holds(&q->core->sources[q->index], b->source);
}

/* SQLite hands comparisons with a column of a built-in function to the function. */
static bool is_builtin_column(const struct question *q, const struct sql_expr *x)
{
    if (x->kind != SQL_EXPR_COLUMN)
        return false;
    const struct sql_from *item = q->r->bindings[x->as.column.ref].source;
    for (uint32_t i = 0; item && i < q->core->n_sources; i++)
        if (q->core->sources[i].item == item)
            return q->core->sources[i].kind == SOURCE_BUILTIN;
    return false;
}

static bool is_constant(const struct sql_expr *x)
{
    switch (x->kind) {
    case SQL_EXPR_LITERAL:
        return x->as.literal.type != SQL_CURRENT;
    case SQL_EXPR_PARAMETER:
        return true;
    case SQL_EXPR_UNARY:
        return is_constant(x->as.unary.operand);
    case SQL_EXPR_BINARY:
        return is_constant(x->as.binary.left) && is_constant(x->as.binary.right);
    default:
        return false;
    }
}

static bool implies_binary(const struct question *q, const struct sql_expr *x)
{
    const struct sql_expr *left = x->as.binary.left, *right = x->as.binary.right;
    switch (x->as.binary.op) {
    case SQL_OR:
    case SQL_IS:
    case SQL_IS_NOT:
    case SQL_ARROW:
    case SQL_ARROW2:
        return false;
    case SQL_AND:
        return implies(q, left) && implies(q, right);
    case SQL_EQ:
    case SQL_NE:
    case SQL_LT:
    case SQL_LE:
    case SQL_GT:
    case SQL_GE:
        if (is_builtin_column(q, left) || is_builtin_column(q, right))
            return false;
        break;
    default:
        break;
    }
    return implies(q, left) || implies(q, right);
}

/* Is `x` NULL or false if every column of the source is NULL? */
static bool implies(const struct question *q, const struct sql_expr *x)
{
    switch (x->kind) {
    case SQL_EXPR_COLUMN:
        return implies_column(q, x);
    case SQL_EXPR_UNARY:
        return x->as.unary.op != SQL_ISNULL && x->as.unary.op != SQL_NOTNULL &&
               implies(q, x->as.unary.operand);
    case SQL_EXPR_BINARY:
        return implies_binary(q, x);
    case SQL_EXPR_BETWEEN:
        return implies(q, x->as.between.subject);
    case SQL_EXPR_IN: /* of one constant is an equation */
        return x->as.in.list.count == 1 && is_constant(x->as.in.list.items[0]) &&
               x->as.in.subject->kind != SQL_EXPR_ROW && implies(q, x->as.in.subject);
    case SQL_EXPR_CAST:
        return implies(q, x->as.cast.operand);
    case SQL_EXPR_COLLATE:
        return implies(q, x->as.collate.operand);
    default:
        return false;
    }
}

static const struct sql_expr *not_null_operand(const struct sql_expr *x)
{
    if (x->kind == SQL_EXPR_UNARY && x->as.unary.op == SQL_NOTNULL)
        return x->as.unary.operand;
    if (x->kind == SQL_EXPR_BINARY && x->as.binary.op == SQL_IS_NOT &&
        x->as.binary.right->kind == SQL_EXPR_LITERAL &&
        x->as.binary.right->as.literal.type == SQL_NULL)
        return x->as.binary.left;
    return NULL;
}

/* The same for a whole condition: one of its terms suffices. */
static bool condition_implies(const struct question *q, const struct sql_expr *x)
{
    if (!x)
        return false;
    x = skip_collate(x);
    while (x->kind == SQL_EXPR_BINARY && x->as.binary.op == SQL_AND) {
        if (condition_implies(q, x->as.binary.right))
            return true;
        x = skip_collate(x->as.binary.left);
    }
    const struct sql_expr *operand = not_null_operand(x);
    return implies(q, operand ? operand : x);
}

/* Does the USING of source `k` name a column of the source in question? */
static bool using_implies(const struct question *q, uint32_t k)
{
    const struct source *src = &q->core->sources[q->index], *joined = &q->core->sources[k];
    if (joined->n_using > 0 && k == q->index)
        return true;
    for (uint32_t i = 0; k > q->index && i < joined->n_using; i++) {
        uint32_t left = 0;
        while (left < q->index &&
               source_find(q->r, &q->core->sources[left], joined->using[i]) == SCHEMA_NONE)
            left++;
        if (left == q->index && source_find(q->r, src, joined->using[i]) != SCHEMA_NONE)
            return true;
    }
    return false;
}

/* Is the LEFT join of source `index` equal to an inner join? `inner` says which joins before it
 * are. */
static bool is_inner(const struct resolver *r, const struct expanded_core *core, uint32_t index,
                     const bool *inner)
{
    struct question q = {r, core, index};
    if (core->ast && condition_implies(&q, core->ast->where))
        return true;
    for (uint32_t k = 1; k < core->n_sources; k++) {
        const struct source *src = &core->sources[k];
        bool outer = (src->left || src->right) && !(k < index && inner[k]);
        if (!outer && (condition_implies(&q, src->on) || using_implies(&q, k)))
            return true;
    }
    return false;
}

enum status resolve_check_joins(struct resolver *r, const struct expanded_core *core)
{
    bool inner[MAX_JOINED] = {false};
    bool any = false;
    for (uint32_t i = 0; i < core->n_sources; i++)
        any |= core->sources[i].reaches_right;
    for (uint32_t i = 0; any && i < core->n_sources; i++) {
        const struct source *src = &core->sources[i];
        bool outer = src->left || src->right;
        inner[i] = !outer || (!src->right && is_inner(r, core, i, inner));
        if (src->reaches_right && (!inner[i] || core->sources[0].before_right))
            return resolver_fail(r, src->item->span, "ON clause references tables to its right");
    }
    return OK;
}
