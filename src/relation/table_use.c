/* table_use.c: tables behind `*` and tables that must stay. */
#include "relation/table_use.h"

#include "relation/refusal.h"
#include "sql/walk.h"

struct star_search {
    const struct schema *schema;
    bool *starred;
};

static void mark(struct star_search *search, const struct sql_from *items, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t t = SCHEMA_NONE;
        if (items[i].kind == SQL_FROM_TABLE)
            t = schema_find_table(search->schema, items[i].table.text);
        else if (items[i].kind == SQL_FROM_GROUP)
            mark(search, items[i].group, items[i].n_group);
        if (t != SCHEMA_NONE)
            search->starred[t] = true;
    }
}

/* x.* marks all tables of the core, not only x: that costs a few variants, and no alias has to be
 * looked up. */
static bool see_core(void *ctx, const struct sql_core *c)
{
    bool star = false;
    for (uint32_t i = 0; i < c->n_results; i++)
        star = star || c->results[i].kind != SQL_RESULT_EXPR;
    if (star)
        mark(ctx, c->from, c->n_from);
    return true;
}

static bool see_expr(void *ctx, const struct sql_expr *x)
{
    if (x->kind == SQL_EXPR_IN && x->as.in.table)
        mark(ctx, x->as.in.table, 1);
    return true;
}

static void find_whole_tables(const struct relation_seed *s, bool *starred)
{
    for (uint32_t t = 0; t < s->schema->n_tables; t++) {
        const struct schema_table *table = &s->schema->tables[t];
        bool all = table->n_columns > 0;
        for (uint32_t i = 0; i < table->n_columns; i++)
            all = all && s->column_read[table->columns[i]];
        starred[t] = all;
    }
}

struct table_use table_use_of(struct arena *a, const struct relation_seed *s)
{
    bool *starred = arena_zalloc(a, s->schema->n_tables);
    bool *fixed = arena_zalloc(a, s->schema->n_tables);
    struct star_search search = {s->schema, starred};
    const struct sql_walker walker = {.ctx = &search, .core = see_core, .expr = see_expr};
    if (s->stmt)
        sql_walk_query(&walker, s->stmt->query);
    else
        find_whole_tables(s, starred);
    for (uint32_t i = 0; s->resolution && i < s->resolution->n_reads; i++)
        if (s->resolution->reads[i].column == SCHEMA_STAR)
            fixed[s->resolution->reads[i].table] = true;
    return (struct table_use){starred, fixed};
}

bool table_may_change(const struct relation_seed *s, const struct table_use *use, uint32_t table)
{
    const struct schema_table *t = &s->schema->tables[table];
    return refuse_unless(s, !use->fixed[table], REFUSED_TABLE_FIXED) &&
           refuse_unless(s, !t->view && !t->viewed, REFUSED_TABLE_VIEWED);
}

bool table_is_free(const struct relation_seed *s, const struct table_use *use, uint32_t table)
{
    return refuse_unless(s, s->stmt != NULL, REFUSED_NO_QUERY) &&
           refuse_unless(s, !use->starred[table], REFUSED_TABLE_STARRED) &&
           table_may_change(s, use, table);
}

bool column_is_free(const struct relation_seed *s, const struct table_use *use, uint32_t column)
{
    return refuse_unless(s, s->stmt != NULL, REFUSED_NO_QUERY) &&
           refuse_unless(s, !s->column_read[column], REFUSED_COLUMN_READ) &&
           table_may_change(s, use, s->schema->columns[column].table);
}
