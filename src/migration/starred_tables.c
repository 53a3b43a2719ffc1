/* starred_tables.c: the walk that finds them. */
#include "migration/starred_tables.h"

#include "sql/walk.h"

struct star_search {
    const struct schema *schema;
    bool *starred;
};

static void mark_tables(struct star_search *search, const struct sql_from *items, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t t = SCHEMA_NONE;
        if (items[i].kind == SQL_FROM_TABLE)
            t = schema_find_table(search->schema, items[i].table.text);
        else if (items[i].kind == SQL_FROM_GROUP)
            mark_tables(search, items[i].group, items[i].n_group);
        if (t != SCHEMA_NONE)
            search->starred[t] = true;
    }
}

/* x.* marks all tables of the core, not only x: that costs a few variants, but needs no lookup of
 * aliases. */
static bool see_core(void *ctx, const struct sql_core *c)
{
    bool star = false;
    for (uint32_t i = 0; i < c->n_results; i++)
        star = star || c->results[i].kind != SQL_RESULT_EXPR;
    if (star)
        mark_tables(ctx, c->from, c->n_from);
    return true;
}

static bool see_expr(void *ctx, const struct sql_expr *x)
{
    if (x->kind == SQL_EXPR_IN && x->as.in.table)
        mark_tables(ctx, x->as.in.table, 1);
    return true;
}

bool *starred_tables(struct arena *a, const struct schema *s, const struct sql_stmt *stmt)
{
    bool *starred = arena_zalloc(a, s->n_tables);
    struct star_search search = {s, starred};
    const struct sql_walker walker = {.ctx = &search, .core = see_core, .expr = see_expr};
    sql_walk_query(&walker, stmt->query);
    return starred;
}
