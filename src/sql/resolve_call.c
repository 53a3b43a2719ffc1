/* resolve_call.c: function calls: whether the function exists, and whether it may be there.
 *
 * An aggregate belongs to the innermost scope whose columns its arguments name, which may be a
 * query further out; where they name none, to the scope it is in. */
#include "sql/builtins.h"
#include "sql/resolver.h"

#include <stdlib.h>

/* "problem name()" */
static enum status fail_call(struct resolver *r, const struct sql_expr *x, const char *problem)
{
    return resolver_fail(r, x->span, "%s %.*s()", problem, STR_ARG(x->as.call.name.text));
}

/* Aggregates */

enum status resolve_place_aggregate(struct resolver *r, struct scope *owner,
                                    const struct sql_expr *x, struct str name)
{
    owner->last_aggregate = ++r->n_aggregates;
    owner->has_aggregate = true;
    if (owner->clause == IN_WHERE)
        return resolver_fail(r, x->span, "misuse of aggregate: %.*s()", STR_ARG(name));
    if (owner->clause == IN_ORDER_BY && !owner->core->aggregate && !owner->core->misplaced &&
        owner->core->n_sources > 0) /* one row is in order */
        owner->core->misplaced = x;
    return OK;
}

/* The scope that an aggregate belongs to, whose arguments named columns of the scopes in
 * `touched`. */
static struct scope *find_owner(struct scope *s, uint64_t touched)
{
    struct scope *owner = s;
    if (!(touched & (scope_bit(s->depth) | (scope_bit(s->depth) - 1))))
        return s;
    while (owner->outer && !(touched & scope_bit(owner->depth)))
        owner = owner->outer;
    return owner;
}

static bool depends_on_order(struct str name)
{
    return !str_eq_nocase(name, STR("count")) && !str_eq_nocase(name, STR("min")) &&
           !str_eq_nocase(name, STR("max"));
}

/* Arguments and filter of an aggregate. Another aggregate of the same scope within them is refused,
 * however deep in subqueries it is. */
static enum status resolve_aggregate(struct resolver *r, struct scope *s, const struct sql_expr *x)
{
    struct str name = x->as.call.name.text;
    uint32_t before = r->n_aggregates;
    uint64_t touched = r->touched;
    struct scope *owner;
    r->touched = 0;
    enum status status = resolve_values(r, s, &x->as.call.args);
    if (status == OK)
        status = resolve_value(r, s, x->as.call.filter);
    owner = find_owner(s, r->touched);
    r->touched |= touched;
    if (status)
        return status;
    if (x->as.call.distinct && x->as.call.args.count != 1)
        return resolver_fail(r, x->span, "DISTINCT aggregates must have exactly one argument");
    if (owner->last_aggregate > before)
        return resolver_fail(r, x->span, "misuse of aggregate: %.*s()", STR_ARG(name));
    owner->ordered |= depends_on_order(name);
    return resolve_place_aggregate(r, owner, x, name);
}

/* May the function be called like this, and here? */
static enum status check_call(struct resolver *r, const struct scope *s, const struct sql_expr *x,
                              const struct sql_function *f, bool known)
{
    bool over = x->as.call.over, aggregate = f && f->kind != SQL_FUNCTION_SCALAR;
    if (f && over && !aggregate)
        return resolver_fail(r, x->span, "%.*s() may not be used as a window function",
                             STR_ARG(x->as.call.name.text));
    if (aggregate && (!s->allow_aggregate || (f->kind == SQL_FUNCTION_WINDOW && !over) ||
                      (over && !s->allow_window)))
        return fail_call(r, x,
                         over || f->kind == SQL_FUNCTION_WINDOW ? "misuse of window function"
                                                                : "misuse of aggregate function");
    if (!known)
        return resolver_fail(r, x->span, "no such function: %.*s", STR_ARG(x->as.call.name.text));
    if (!f)
        return fail_call(r, x, "wrong number of arguments to function");
    if (!aggregate && x->as.call.filter)
        return fail_call(r, x, "FILTER may not be used with non-aggregate");
    return OK;
}

static bool is_probability(const struct sql_expr *x)
{
    char text[64];
    struct str literal = x->as.literal.text;
    if (x->kind != SQL_EXPR_LITERAL || x->as.literal.type != SQL_FLOAT ||
        literal.len >= sizeof text)
        return false;
    memcpy(text, literal.ptr, literal.len);
    text[literal.len] = '\0';
    return strtod(text, NULL) <= 1.0;
}

static enum status resolve_scalar_call(struct resolver *r, struct scope *s,
                                       const struct sql_expr *x)
{
    const struct sql_expr_list *args = &x->as.call.args;
    if (args->count == 2 && str_eq_nocase(x->as.call.name.text, STR("likelihood")) &&
        !is_probability(args->items[1]))
        return resolver_fail(r, x->span,
                             "second argument to %.*s() must be a constant between 0.0 and 1.0",
                             STR_ARG(x->as.call.name.text));
    return resolve_values(r, s, args);
}

enum status resolve_call(struct resolver *r, struct scope *s, const struct sql_expr *x)
{
    bool known, over = x->as.call.over;
    const struct sql_function *f =
        sql_function_find(x->as.call.name.text, x->as.call.args.count, &known);
    TRY(check_call(r, s, x, f, known));
    if (f->kind == SQL_FUNCTION_SCALAR)
        return resolve_scalar_call(r, s, x);
    bool allow_aggregate = s->allow_aggregate, allow_window = s->allow_window;
    s->allow_window = false;
    s->allow_aggregate = over;
    if (over) {
        TRY(resolve_values(r, s, &x->as.call.args));
        if (f->kind == SQL_FUNCTION_WINDOW && x->as.call.filter)
            return resolver_fail(r, x->span,
                                 "FILTER clause may only be used with aggregate window functions");
        TRY(resolve_over(r, s, x));
    } else {
        TRY(resolve_aggregate(r, s, x));
    }
    s->allow_aggregate = allow_aggregate;
    s->allow_window = allow_window;
    return OK;
}
