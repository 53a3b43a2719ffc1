/* resolve_check.c: what SQLite refuses while it still parses, and so even where it never looks
 * again: in a CTE that nobody uses, in an operand that it drops. */
#include "sql/builtins.h"
#include "sql/resolver.h"
#include "sql/walk.h"

/* SQLite's limits on one clause. */
enum { MAX_COMPOUND = 500, MAX_FROM = 200, MAX_PARAMETER = 250000 };

/* The resolver, and the first problem. */
struct check {
    struct resolver *r;
    enum status status;
};

static void check_cte_names(struct check *c, const struct sql_query *q)
{
    struct name_map seen;
    if (q->n_ctes < 2)
        return;
    name_map_init(&seen, c->r->arena, q->n_ctes);
    for (uint32_t i = 0; i < q->n_ctes; i++) {
        struct str name = q->ctes[i].name.text;
        if (name_map_get(&seen, name) != NAME_NONE)
            c->status = resolver_fail(c->r, q->ctes[i].span, "duplicate WITH table name: %.*s",
                                      STR_ARG(name));
        name_map_put(&seen, c->r->arena, name, i);
    }
}

static bool check_query(void *ctx, const struct sql_query *q)
{
    struct check *c = ctx;
    if (c->status)
        return false;
    check_cte_names(c, q);
    if (q->n_cores > MAX_COMPOUND)
        c->status = resolver_fail(c->r, q->span, "too many terms in compound SELECT");
    return c->status == OK;
}

static bool check_core(void *ctx, const struct sql_core *core)
{
    struct check *c = ctx;
    if (c->status)
        return false;
    for (uint32_t i = 0; i < core->n_windows && c->status == OK; i++) {
        c->status = window_check_frame(c->r, &core->windows[i]);
        if (c->status == OK &&
            i > 0) /* the first has nothing before it, and SQLite does not look */
            c->status = window_check_base(c->r, &core->windows[i], core->windows, i);
    }
    if (core->n_from > MAX_FROM)
        c->status =
            resolver_fail(c->r, core->span, "too many FROM clause terms, max: %d", MAX_FROM);
    if (core->n_results > MAX_RESULTS)
        c->status = resolver_fail(c->r, core->span, "too many columns in result set");
    return c->status == OK;
}

/* ?0 and ?999999999 */
static void check_parameter(struct check *c, const struct sql_expr *x)
{
    struct str text = x->as.parameter.text;
    uint32_t n = 0;
    if (text.len < 2 || text.ptr[0] != '?')
        return;
    for (size_t i = 1; i < text.len && n <= MAX_PARAMETER; i++)
        n = n * 10 + (uint32_t)(text.ptr[i] - '0');
    if (n < 1 || n > MAX_PARAMETER)
        c->status = resolver_fail(c->r, x->span, "variable number must be between ?1 and ?%d",
                                  MAX_PARAMETER);
}

static bool check_expr(void *ctx, const struct sql_expr *x)
{
    struct check *c = ctx;
    if (c->status)
        return false;
    if (x->kind == SQL_EXPR_PARAMETER)
        check_parameter(c, x);
    if (x->kind == SQL_EXPR_CALL) {
        struct str name = x->as.call.name.text;
        if (x->as.call.args.count > SQL_MAX_ARGUMENTS)
            c->status =
                resolver_fail(c->r, x->span, "too many arguments on function %.*s", STR_ARG(name));
        else if (x->as.call.over && x->as.call.distinct)
            c->status =
                resolver_fail(c->r, x->span, "DISTINCT is not supported for window functions");
        else if (x->as.call.over)
            c->status = window_check_frame(c->r, x->as.call.over);
    }
    return c->status == OK;
}

enum status resolve_check(struct resolver *r)
{
    struct check c = {r, OK};
    struct sql_walker w = {.ctx = &c, .query = check_query, .core = check_core, .expr = check_expr};
    sql_walk_query(&w, r->stmt->query);
    return c.status;
}
