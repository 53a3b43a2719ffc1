/* resolve_order.c: the terms of ORDER BY and GROUP BY.
 *
 * A number is the position of a result. In ORDER BY a name is first the alias of a result; in GROUP
 * BY it is first a column. Neither clause sees the query around it. The ORDER BY of a compound can
 * only name a result: each term must be the alias or the expression of a result of one of its
 * cores. The first core that has it decides. */
#include "sql/resolver.h"

const struct sql_expr *skip_collate(const struct sql_expr *x)
{
    while (x->kind == SQL_EXPR_COLLATE)
        x = x->as.collate.operand;
    return x;
}

/* The value of an integer literal that fits 32 bits. */
static bool literal_integer(struct str text, int64_t *value)
{
    bool hex = text.len > 2 && ascii_lower(text.ptr[1]) == 'x';
    int64_t n = 0;
    for (size_t i = hex ? 2 : 0; i < text.len; i++) {
        char c = ascii_lower(text.ptr[i]);
        n = n * (hex ? 16 : 10) + (c > '9' ? c - 'a' + 10 : c - '0');
        if (n > INT32_MAX)
            return false;
    }
    *value = n;
    return true;
}

/* A literal integer, with any number of signs. */
static bool is_integer(const struct sql_expr *x, int64_t *value)
{
    int64_t sign = 1;
    while (x->kind == SQL_EXPR_UNARY &&
           (x->as.unary.op == SQL_NEGATE || x->as.unary.op == SQL_PLUS)) {
        if (x->as.unary.op == SQL_NEGATE)
            sign = -sign;
        x = x->as.unary.operand;
    }
    *value = 0;
    if (is_known_zero(x))
        return true;
    if (x->kind != SQL_EXPR_LITERAL || x->as.literal.type != SQL_INTEGER ||
        !literal_integer(x->as.literal.text, value))
        return false;
    *value *= sign;
    return true;
}

static const char *ordinal_suffix(uint32_t n)
{
    if (n / 10 % 10 == 1)
        return "th";
    return n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th";
}

static enum status out_of_range(struct resolver *r, const struct sql_expr *x, uint32_t i,
                                const char *clause, uint32_t n_results)
{
    return resolver_fail(r, x->span, "%u%s %s BY term out of range - should be between 1 and %u",
                         i + 1, ordinal_suffix(i + 1), clause, n_results);
}

/* The result whose alias an ORDER BY term is, or SCHEMA_NONE. */
static uint32_t find_aliased(const struct expanded_core *core, const struct sql_expr *x)
{
    if (x->kind != SQL_EXPR_COLUMN || x->as.column.table.text.ptr)
        return SCHEMA_NONE;
    const struct result *c = find_alias(core, x->as.column.name.text);
    return c ? (uint32_t)(c - core->results) : SCHEMA_NONE;
}

static void bind_result(struct resolver *r, const struct expanded_core *core,
                        const struct sql_expr *x, uint32_t i)
{
    const struct sql_binding *plain = &core->results[i].binding;
    if (x->kind == SQL_EXPR_COLUMN)
        r->bindings[x->as.column.ref] =
            (struct sql_binding){SQL_BOUND_ALIAS, plain->table, plain->column, i, NULL};
}

enum status resolve_order_by(struct resolver *r, struct scope *s, const struct sql_order *order)
{
    for (uint32_t i = 0; i < order->count; i++) {
        const struct sql_expr *x = order->items[i].expr, *plain = skip_collate(x);
        uint32_t alias = find_aliased(s->core, plain);
        int64_t position;
        enum status status = OK;
        if (alias != SCHEMA_NONE)
            bind_result(r, s->core, plain, alias);
        else if (!is_integer(plain, &position))
            status = resolve_value(r, s, x);
        else if (position < 1 || position > s->core->n_results)
            status = out_of_range(r, x, i, "ORDER", s->core->n_results);
        if (status)
            return status;
    }
    return OK;
}

static enum status resolve_group_term(struct resolver *r, struct scope *s, const struct sql_expr *x,
                                      uint32_t i)
{
    int64_t position;
    bool aggregate;
    if (is_integer(skip_collate(x), &position)) {
        if (position < 1 || position > s->core->n_results)
            return out_of_range(r, x, i, "GROUP", s->core->n_results);
        if (s->core->results[position - 1].window)
            return resolver_fail(r, x->span, "misuse of window function");
        aggregate = s->core->results[position - 1].aggregate;
    } else {
        s->has_aggregate = false;
        TRY(resolve_value(r, s, x));
        aggregate = s->has_aggregate;
    }
    if (aggregate)
        return resolver_fail(r, x->span,
                             "aggregate functions are not allowed in the GROUP BY clause");
    return OK;
}

enum status resolve_group_by(struct resolver *r, struct scope *s, const struct sql_expr_list *terms)
{
    for (uint32_t i = 0; i < terms->count; i++) {
        TRY(resolve_group_term(r, s, terms->items[i], i));
    }
    return OK;
}

/* The ORDER BY of compounds */

/* The result of `core` that a term means, or SCHEMA_NONE. It is not an error if the term cannot be
 * resolved here: another core may have it. */
static uint32_t match_term(struct resolver *r, struct expanded_core *core, const struct sql_expr *x)
{
    struct scope s = {.core = core,
                      .clause = IN_HAVING,
                      .sees_results = true,
                      .no_subqueries = true,
                      .allow_aggregate = true,
                      .on_source = SCHEMA_NONE};
    uint32_t alias = find_aliased(core, x), depth = r->depth;
    if (alias != SCHEMA_NONE)
        return alias;
    if (resolve_value(r, &s, x) != OK) {
        r->depth = depth;
        return SCHEMA_NONE;
    }
    for (uint32_t i = 0; i < core->n_results; i++)
        if (is_result(r, core, x, i))
            return i;
    return SCHEMA_NONE;
}

static enum status resolve_compound_term(struct resolver *r, struct expanded_query *q, uint32_t i)
{
    const struct sql_expr *x = skip_collate(q->ast->order.items[i].expr);
    int64_t position;
    uint32_t n_results = q->cores[0].n_results;
    if (is_integer(x, &position)) {
        if (position < 1 || position > n_results)
            return out_of_range(r, x, i, "ORDER", n_results);
        return OK;
    }
    for (uint32_t k = 0; k < q->n_cores; k++) {
        uint32_t result = match_term(r, &q->cores[k], x);
        if (result == SCHEMA_NONE)
            continue;
        bind_result(r, &q->cores[k], x, result);
        return OK;
    }
    return resolver_fail(r, x->span,
                         "%u%s ORDER BY term does not match any column in the result set", i + 1,
                         ordinal_suffix(i + 1));
}

enum status resolve_compound_order(struct resolver *r, struct expanded_query *q)
{
    for (uint32_t i = 0; i < q->ast->order.count; i++) {
        TRY(resolve_compound_term(r, q, i));
    }
    return OK;
}
