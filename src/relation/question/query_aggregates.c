/* query_aggregates.c: one walk over the query. */
#include "relation/question/query_aggregates.h"

#include "sql/walk.h"

struct aggregate_search {
    struct arena *arena;
    const struct relation_seed *seed;
    struct query_aggregates found;
};

static const char *const names[N_CALLED] = {"max", "min", "avg", "sum", "count"};

static enum query_aggregate called_by(const struct sql_expr *x)
{
    enum query_aggregate i = QUERY_MAX;
    if (x->kind != SQL_EXPR_CALL)
        return N_CALLED;
    while (i < N_CALLED && !str_eq_nocase(x->as.call.name.text, str_from(names[i])))
        i++;
    return i;
}

/* ctx: struct aggregate_search */
static bool note_column(void *ctx, const struct sql_expr *x)
{
    struct aggregate_search *s = ctx;
    if (x->kind != SQL_EXPR_COLUMN || !s->seed->resolution)
        return true;
    uint32_t column = s->seed->resolution->bindings[x->as.column.ref].column;
    if (column != SCHEMA_NONE && column != SCHEMA_STAR) {
        ARENA_PUSH(s->arena, s->found.columns, s->found.n_columns);
        s->found.columns[s->found.n_columns++] = column;
    }
    return true;
}

static void note_columns(struct aggregate_search *s, const struct sql_expr *x)
{
    struct sql_walker w = {.ctx = s, .expr = note_column};
    sql_walk_expr(&w, x);
}

static bool note_aggregate(void *ctx, const struct sql_expr *x)
{
    struct aggregate_search *s = ctx;
    enum query_aggregate called = called_by(x);
    if (called < N_CALLED) {
        s->found.called[called] = true;
        note_columns(s, x);
    }
    return true;
}

/* ctx: bool[N_CALLED] */
static bool note_called(void *ctx, const struct sql_expr *x)
{
    bool *called = ctx;
    if (called_by(x) < N_CALLED)
        called[called_by(x)] = true;
    return true;
}

static void note_shown(struct aggregate_search *s, const struct sql_core *core)
{
    struct sql_walker w = {.ctx = s->found.shown, .expr = note_called};
    for (uint32_t i = 0; i < core->n_results; i++)
        if (core->results[i].expr)
            sql_walk_expr(&w, core->results[i].expr);
}

/* ORDER BY … LIMIT asks for the first rows by its first term. */
static bool note_order(void *ctx, const struct sql_query *q)
{
    struct aggregate_search *s = ctx;
    if (!q->limit || q->order.count == 0)
        return true;
    const struct sql_order_term *first = &q->order.items[0];
    bool counts = called_by(first->expr) == QUERY_COUNT;
    if (first->direction == SQL_DESC) {
        s->found.top = true;
        s->found.most |= counts;
    } else {
        s->found.bottom = true;
        s->found.fewest |= counts;
    }
    note_columns(s, first->expr);
    return true;
}

struct query_aggregates query_aggregates_of(struct arena *a, const struct relation_seed *s)
{
    struct aggregate_search search = {.arena = a, .seed = s};
    struct sql_walker w = {.ctx = &search, .query = note_order, .expr = note_aggregate};
    sql_walk_query(&w, s->stmt->query);
    note_shown(&search, &s->stmt->query->cores[0]);
    return search.found;
}
