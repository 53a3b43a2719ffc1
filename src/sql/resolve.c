/* resolve.c: the clauses of a query, in the order in which SQLite resolves them.
 *
 * The order decides what sees what: LIMIT sees nothing, FROM the query around, results the sources,
 * the other clauses also the aliases of results; ORDER BY and GROUP BY no longer see the query
 * around. Of a compound the last core comes first. */
#include "sql/resolver.h"

#include <assert.h>

#include <stdarg.h>
#include <stdio.h>

enum status resolver_fail(struct resolver *r, struct sql_span span, const char *format, ...)
{
    char message[sizeof r->err->msg];
    struct str text = r->stmt->text;
    uint32_t line = 1, col = 1;
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    for (uint32_t i = 0; i < span.start && i < text.len; i++) {
        col = text.ptr[i] == '\n' ? 1 : col + 1;
        line += text.ptr[i] == '\n';
    }
    return err_at(r->err, E_SCHEMA, line, col, "%s", message);
}

enum status resolver_enter(struct resolver *r, struct sql_span span)
{
    if (++r->depth <= RESOLVE_MAX_DEPTH)
        return OK;
    (void)resolver_fail(r, span, "queries within queries are too deep");
    return r->err->code = E_LIMIT;
}

static enum status resolve_limit(struct resolver *r, const struct expanded_query *q, uint32_t depth)
{
    struct expanded_core nothing = {.with = q->cores[q->n_cores - 1].with};
    struct scope s = {.core = &nothing, .depth = depth, .on_source = SCHEMA_NONE};
    enum status status = resolve_value(r, &s, q->ast->limit);
    return status ? status : resolve_value(r, &s, q->ast->offset);
}

/* The ORDER BY of a derived table does nothing, and SQLite drops it, where the query around it
 * joins it or sorts again. */
static bool drops_order(const struct expanded_query *parent, const struct expanded_core *core,
                        const struct expanded_query *q)
{
    bool sorts = parent->n_cores == 1 && parent->ast && parent->ast->order.count > 0;
    return (sorts || core->n_sources > 1) && q->ast && !q->ast->limit && !core->ordered;
}

static enum status resolve_sources(struct resolver *r, struct expanded_core *core,
                                   struct scope *outer)
{
    for (uint32_t i = 0; i < core->n_sources; i++) {
        struct expanded_query *q = core->sources[i].query;
        enum status status = q ? resolve_query(r, q, outer) : OK;
        if (status)
            return status;
    }
    return OK;
}

/* Refuse what ORDER BY of a derived table may not do, now that it is known whether it is kept. */
static enum status check_sources(struct resolver *r, const struct expanded_query *parent,
                                 const struct expanded_core *core)
{
    for (uint32_t i = 0; i < core->n_sources; i++) {
        const struct expanded_query *q = core->sources[i].query;
        enum status status = OK;
        if (q && !drops_order(parent, core, q))
            status = resolve_check_order(r, q);
        if (status)
            return status;
    }
    return OK;
}

/* Start an expression whose functions are of interest. */
static void start_expr(struct resolver *r, struct scope *s)
{
    s->has_aggregate = s->has_window = false;
    s->n_reached = 0;
    r->touched = 0;
}

static enum status resolve_result(struct resolver *r, struct scope *s, struct result *c)
{
    uint64_t touched = r->touched;
    enum status status;
    start_expr(r, s);
    c->binding = (struct sql_binding){.table = SCHEMA_NONE, .column = SCHEMA_NONE};
    if (!c->expr) {
        status = resolve_star_column(r, s, c);
    } else {
        status = resolve_row(r, s, c->expr, &c->width);
        if (status == OK && c->expr->kind == SQL_EXPR_COLUMN)
            c->binding = r->bindings[c->expr->as.column.ref];
    }
    c->aggregate = s->has_aggregate;
    c->window = s->has_window;
    c->touched = r->touched;
    c->n_reached = s->n_reached;
    r->touched |= touched;
    return status;
}

static enum status resolve_results(struct resolver *r, struct scope *s)
{
    struct expanded_core *core = s->core;
    bool aggregate = false;
    s->allow_aggregate = s->allow_window = true;
    s->clause = IN_RESULTS;
    for (uint32_t i = 0; i < core->n_results; i++) {
        enum status status = resolve_result(r, s, &core->results[i]);
        if (status)
            return status;
        aggregate |= core->results[i].aggregate;
    }
    s->allow_window = false;
    core->aggregate = aggregate || (core->ast && core->ast->group_by.count > 0);
    core->ordered = s->ordered;
    s->allow_aggregate = core->aggregate;
    s->sees_results = true;
    return OK;
}

/* The rows of VALUES, of which the first stands for the results. Each is a core of its own, but
 * several rows in one place are computed in one go, and then nothing is aggregated. */
static enum status resolve_rows(struct resolver *r, struct scope *s, bool alone)
{
    const struct sql_core *ast = s->core->ast;
    bool aggregate = s->core->aggregate;
    for (uint32_t i = 1; i < ast->n_values; i++) {
        struct scope row = {.outer = s->outer,
                            .core = s->core,
                            .depth = s->depth,
                            .allow_aggregate = true,
                            .allow_window = true,
                            .on_source = SCHEMA_NONE};
        if (ast->values[i].count != ast->values[0].count)
            return resolver_fail(r, ast->span, "all VALUES must have the same number of terms");
        enum status status = resolve_values(r, &row, &ast->values[i]);
        if (status)
            return status;
        aggregate |= row.has_aggregate;
    }
    if (aggregate && alone && ast->n_values > 1)
        return resolver_fail(r, ast->span, "misuse of aggregate");
    return OK;
}

/* WHERE and ON are one condition. Where SQLite sees at once that it is false it looks no further,
 * but it does not judge an outer join by its ON. */
static bool is_never_true(const struct expanded_core *core)
{
    if (core->ast && core->ast->where && is_known_false(core->ast->where))
        return true;
    for (uint32_t i = 0; i < core->n_sources; i++) {
        const struct source *src = &core->sources[i];
        if (src->on && !src->left && !src->right && is_known_false(src->on))
            return true;
    }
    return false;
}

static enum status resolve_conditions(struct resolver *r, struct scope *s)
{
    const struct expanded_core *core = s->core;
    bool skip = is_never_true(core);
    enum status status = OK;
    s->clause = IN_WHERE;
    if (core->ast && !skip)
        status = resolve_value(r, s, core->ast->where);
    for (uint32_t i = 0; i < core->n_sources && status == OK; i++) {
        core->sources[i].reaches_right = false;
        s->on_source = i;
        if (!skip)
            status = resolve_value(r, s, core->sources[i].on);
        if (status == OK && core->sources[i].args)
            status = resolve_values(r, s, core->sources[i].args);
    }
    s->on_source = SCHEMA_NONE;
    return status ? status : resolve_check_joins(r, core);
}

static enum status resolve_having(struct resolver *r, struct scope *s)
{
    const struct sql_expr *having = s->core->ast->having;
    s->clause = IN_HAVING;
    if (having && !s->core->aggregate)
        return resolver_fail(r, having->span, "HAVING clause on a non-aggregate query");
    return resolve_value(r, s, having);
}

/* ORDER BY, unless it is a compound's, and GROUP BY. */
static enum status resolve_terms(struct resolver *r, struct scope *s,
                                 const struct expanded_query *q)
{
    struct scope *outer = s->outer;
    enum status status = OK;
    s->outer = NULL;
    s->allow_aggregate = s->allow_window = true;
    s->clause = IN_ORDER_BY;
    s->core->misplaced = NULL;
    if (q->n_cores == 1)
        status = resolve_order_by(r, s, &q->ast->order);
    s->allow_window = false;
    s->clause = IN_GROUP_BY;
    if (status == OK)
        status = resolve_group_by(r, s, &s->core->ast->group_by);
    s->outer = outer;
    return status;
}

static enum status check_widths(struct resolver *r, const struct expanded_query *q, uint32_t i)
{
    static const char *const NAMES[] = {
        [SQL_FIRST] = "",
        [SQL_UNION] = "UNION",
        [SQL_UNION_ALL] = "UNION ALL",
        [SQL_INTERSECT] = "INTERSECT",
        [SQL_EXCEPT] = "EXCEPT",
    };
    const struct expanded_core *core = &q->cores[i];
    for (uint32_t k = 0; k < core->n_results; k++)
        if (core->results[k].width != 1)
            return core->results[k].expr->kind == SQL_EXPR_SUBQUERY
                       ? resolver_fail(r, core->results[k].expr->span,
                                       "sub-select returns %u columns - expected 1",
                                       core->results[k].width)
                       : resolver_fail(r, core->results[k].expr->span, "row value misused");
    if (i + 1 == q->n_cores || q->cores[i + 1].n_results == core->n_results)
        return OK;
    assert(q->ast); /* a group, which has no tree of its own, has one core */
    return resolver_fail(
        r, q->ast->span,
        "SELECTs to the left and right of %s do not have the same number of result columns",
        NAMES[q->ast->cores[i + 1].op]);
}

static enum status resolve_core(struct resolver *r, struct expanded_query *q, uint32_t i,
                                struct scope *outer)
{
    struct expanded_core *core = &q->cores[i];
    struct scope s = {.outer = outer,
                      .core = core,
                      .depth = outer ? outer->depth + 1 : 0,
                      .on_source = SCHEMA_NONE};
    enum status status = resolve_sources(r, core, outer);
    if (status == OK)
        status = resolve_results(r, &s);
    if (status == OK)
        status = check_sources(r, q, core);
    if (status == OK && core->ast)
        status = resolve_rows(r, &s, q->n_cores == 1 || i > 0);
    if (status == OK && core->ast)
        status = resolve_having(r, &s);
    if (status == OK)
        status = resolve_conditions(r, &s);
    if (status == OK && core->ast)
        status = resolve_terms(r, &s, q);
    return status ? status : check_widths(r, q, i);
}

static enum status check_recursion(struct resolver *r, const struct expanded_query *q)
{
    for (uint32_t i = 0; i < q->n_cores; i++)
        if (q->cores[i].recursive && q->cores[i].aggregate)
            return resolver_fail(r, q->cores[i].ast->span,
                                 "recursive aggregate queries not supported");
    return OK;
}

static enum status resolve_cores(struct resolver *r, struct expanded_query *q, struct scope *outer)
{
    enum status status = OK;
    for (uint32_t i = q->n_cores; i-- > 0 && status == OK;) {
        if (q->ast && i + 1 == q->n_cores)
            status = resolve_limit(r, q, outer ? outer->depth + 1 : 0);
        if (status == OK)
            status = resolve_core(r, q, i, outer);
    }
    if (status == OK && q->n_cores > 1)
        status = resolve_compound_order(r, q);
    return status ? status : check_recursion(r, q);
}

enum status resolve_query(struct resolver *r, struct expanded_query *q, struct scope *outer)
{
    uint32_t depth = outer ? outer->depth + 1 : 0;
    uint64_t touched = r->touched, outside = scope_bit(depth) - 1;
    bool guessed = r->guessed;
    if (q->closed)
        return OK;
    struct sql_span span = q->ast ? q->ast->span : q->cores[0].sources[0].item->span;
    enum status status = resolver_enter(r, span);
    if (status == OK && ++r->n_queries > RESOLVE_MAX_QUERIES) {
        (void)resolver_fail(r, span, "too many queries within queries");
        status = r->err->code = E_LIMIT;
    }
    r->touched = 0;
    r->guessed = false;
    if (status == OK)
        status = resolve_cores(r, q, outer);
    q->closed = status == OK && !r->guessed && !(r->touched & outside);
    r->touched = touched | (r->touched & outside);
    r->guessed |= guessed;
    resolver_leave(r);
    return status;
}

enum status resolve_check_order(struct resolver *r, const struct expanded_query *q)
{
    const struct sql_expr *x = q->cores[0].misplaced;
    if (!x)
        return OK;
    if (x->kind != SQL_EXPR_CALL)
        return resolver_fail(r, x->span, "misuse of aggregate");
    return resolver_fail(r, x->span, "misuse of aggregate: %.*s()", STR_ARG(x->as.call.name.text));
}

enum status sql_resolve(struct arena *a, const struct schema *s, const struct sql_stmt *stmt,
                        struct sql_resolution *out, struct err *e)
{
    struct resolver r = {.arena = a, .schema = s, .stmt = stmt, .err = e};
    struct expanded_query *q;
    r.bindings = arena_zalloc(a, stmt->n_refs * sizeof *r.bindings);
    read_set_init(&r);
    enum status status = resolve_check(&r);
    if (status == OK)
        status = expand_query(&r, stmt->query, NULL, &q);
    if (status == OK)
        status = resolve_query(&r, q, NULL);
    if (status == OK)
        status = resolve_check_order(&r, q);
    if (status)
        return status;
    out->bindings = r.bindings;
    out->n_bindings = stmt->n_refs;
    out->n_columns = q->cores[0].n_results;
    read_set_list(&r, out);
    return OK;
}
