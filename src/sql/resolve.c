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
    TRY(resolve_value(r, &s, q->ast->limit));
    return resolve_value(r, &s, q->ast->offset);
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
        if (core->sources[i].query)
            TRY(resolve_query(r, core->sources[i].query, outer));
    }
    return OK;
}

/* Refuse what ORDER BY of a derived table may not do, now that it is known whether it is kept. */
static enum status check_sources(struct resolver *r, const struct expanded_query *parent,
                                 const struct expanded_core *core)
{
    for (uint32_t i = 0; i < core->n_sources; i++) {
        const struct expanded_query *q = core->sources[i].query;
        if (q && !drops_order(parent, core, q))
            TRY(resolve_check_order(r, q));
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
        TRY(resolve_result(r, s, &core->results[i]));
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
        TRY(resolve_values(r, &row, &ast->values[i]));
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
    s->clause = IN_WHERE;
    if (core->ast && !skip)
        TRY(resolve_value(r, s, core->ast->where));
    for (uint32_t i = 0; i < core->n_sources; i++) {
        core->sources[i].reaches_right = false;
        s->on_source = i;
        if (!skip)
            TRY(resolve_value(r, s, core->sources[i].on));
        if (core->sources[i].args)
            TRY(resolve_values(r, s, core->sources[i].args));
    }
    s->on_source = SCHEMA_NONE;
    return resolve_check_joins(r, core);
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
    s->outer = NULL;
    s->allow_aggregate = s->allow_window = true;
    s->clause = IN_ORDER_BY;
    s->core->misplaced = NULL;
    if (q->n_cores == 1)
        TRY(resolve_order_by(r, s, &q->ast->order));
    s->allow_window = false;
    s->clause = IN_GROUP_BY;
    TRY(resolve_group_by(r, s, &s->core->ast->group_by));
    s->outer = outer;
    return OK;
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
            return resolve_misused_row(r, core->results[k].expr, core->results[k].width);
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
    TRY(resolve_sources(r, core, outer));
    TRY(resolve_results(r, &s));
    TRY(check_sources(r, q, core));
    if (core->ast) {
        TRY(resolve_rows(r, &s, q->n_cores == 1 || i > 0));
        TRY(resolve_having(r, &s));
    }
    TRY(resolve_conditions(r, &s));
    if (core->ast)
        TRY(resolve_terms(r, &s, q));
    return check_widths(r, q, i);
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
    for (uint32_t i = q->n_cores; i-- > 0;) {
        if (q->ast && i + 1 == q->n_cores)
            TRY(resolve_limit(r, q, outer ? outer->depth + 1 : 0));
        TRY(resolve_core(r, q, i, outer));
    }
    if (q->n_cores > 1)
        TRY(resolve_compound_order(r, q));
    return check_recursion(r, q);
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

/* What a query reads */

static uint64_t *new_bits(struct arena *a, uint32_t n)
{
    return arena_zalloc(a, (n / 64 + 1) * sizeof(uint64_t));
}

static bool has_bit(const uint64_t *bits, uint32_t i)
{
    return bits[i / 64] >> (i % 64) & 1;
}

/* What is read of table `t`: the table itself if nothing else is. */
static void list_table_reads(const struct resolver *r, uint32_t t, struct sql_resolution *out)
{
    const struct schema_table *table = &r->schema->tables[t];
    uint32_t before = out->n_reads;
    if (has_bit(r->rowid, t))
        ARENA_ADD(r->arena, out->reads, out->n_reads, (struct sql_read){t, SCHEMA_STAR, false});
    for (uint32_t i = 0; i < table->n_columns; i++) {
        uint32_t c = table->columns[i];
        bool named = has_bit(r->named, c);
        if (named || has_bit(r->joined, c))
            ARENA_ADD(r->arena, out->reads, out->n_reads, (struct sql_read){t, c, !named});
    }
    if (out->n_reads == before)
        ARENA_ADD(r->arena, out->reads, out->n_reads, (struct sql_read){t, SCHEMA_NONE, false});
}

enum status sql_resolve(struct arena *a, const struct schema *s, const struct sql_stmt *stmt,
                        struct sql_resolution *out, struct err *e)
{
    struct resolver r = {.arena = a,
                         .schema = s,
                         .stmt = stmt,
                         .bindings = arena_zalloc(a, stmt->n_refs * sizeof *r.bindings),
                         .named = new_bits(a, s->n_columns),
                         .joined = new_bits(a, s->n_columns),
                         .rowid = new_bits(a, s->n_tables),
                         .used = new_bits(a, s->n_tables),
                         .err = e};
    struct expanded_query *q;
    TRY(resolve_check(&r));
    TRY(expand_query(&r, stmt->query, NULL, &q));
    TRY(resolve_query(&r, q, NULL));
    TRY(resolve_check_order(&r, q));
    *out = (struct sql_resolution){
        .bindings = r.bindings, .n_bindings = stmt->n_refs, .n_columns = q->cores[0].n_results};
    for (uint32_t t = 0; t < s->n_tables; t++)
        if (has_bit(r.used, t))
            list_table_reads(&r, t, out);
    return OK;
}
