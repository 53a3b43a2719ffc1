/* read_averages.c: "above the average", "older than average": a comparison with a query. */
#include "link/adjective.h"
#include "link/role.h"
#include "nlidb/reading.h"

enum { LOOK_BACK = 5 };

/* The aggregate that a column can be compared with: its average, or an end of its range. */
static enum aggregate aggregate_at(const struct reading *r, uint32_t i)
{
    enum aggregate a = said_aggregate(r, i);
    return a == AGGREGATE_COUNT || a == AGGREGATE_SUM ? AGGREGATE_NONE : a;
}

/* The column after "average", else the one before the comparison. */
static uint32_t find_column(struct reading *r, uint32_t comparison, uint32_t aggregate)
{
    uint32_t j = said_after(r, aggregate);
    if (said_trigger(r, j, TRIGGER_OF))
        j = said_after(r, j);
    if (said_measure(r, j)) {
        claim(r, j);
        return r->items[j].column;
    }
    j = said_after(r, comparison);
    if (said_column(r, j)) {
        claim(r, j);
        return r->items[j].column;
    }
    j = comparison;
    for (int steps = 0; steps < LOOK_BACK && (j = said_before(r, j)) != NO_MENTION; steps++)
        if (said_measure(r, j))
            return r->items[j].column;
    return SCHEMA_STAR;
}

static struct adjective_sense comparison_sense(const struct reading *r, uint32_t i)
{
    struct adjective_sense sense = {SCHEMA_STAR, !said_trigger(r, i, TRIGGER_LT)};
    if (!said_kind(r, i, MENTION_COMPARATIVE))
        return sense;
    uint32_t table = nearby_table(r, i);
    return table < r->schema->n_tables
               ? adjective_in(r->lexicon, r->schema, r->items[i].mention.adjective, false, table)
               : sense;
}

static void compare_with_query(struct reading *r, uint32_t i, uint32_t aggregate)
{
    struct adjective_sense sense = comparison_sense(r, i);
    uint32_t column = find_column(r, i, aggregate);
    if (column == SCHEMA_STAR || !role_is_measure(r->schema, column))
        column = sense.column;
    if (column == SCHEMA_STAR)
        return;
    struct plan *query = ARENA_NEW(r->arena, struct plan);
    plan_select(query, (struct operand){.aggregate = aggregate_at(r, aggregate), .column = column});
    add_where_query(r, i, column, sense.high ? COMPARE_GT : COMPARE_LT, query);
    claim(r, aggregate);
}

/* "than the average farm in Ostley": conditions after it belong to the query. */
static bool belongs_inside(const struct reading *r, const struct condition *outer,
                           const struct condition *c)
{
    uint32_t table = table_of(r, outer->left.column);
    if (c->place <= outer->place || c->query || c->left.column == SCHEMA_STAR ||
        table_of(r, c->left.column) != table)
        return false;
    for (uint32_t i = outer->place + 1; i < c->place; i++)
        if (said_comma(r, i) || said_sentence_end(r, i) ||
            SAID_ANY(r, i, TRIGGER_AND, TRIGGER_CLAUSE, TRIGGER_BUT))
            return false;
    return true;
}

void read_average_conditions(struct reading *r)
{
    struct plan *p = r->plan;
    for (uint32_t i = 0; i < p->n_where; i++) {
        struct plan *query = p->where[i].query;
        if (!query || !plan_has_aggregate(query))
            continue;
        uint32_t kept = 0;
        struct condition outer = p->where[i];
        for (uint32_t k = 0; k < p->n_where; k++) {
            if (belongs_inside(r, &outer, &p->where[k]))
                plan_where(query, p->where[k]);
            else
                p->where[kept++] = p->where[k];
        }
        p->n_where = kept;
    }
}

void read_averages(struct reading *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        bool comparison =
            SAID_ANY(r, i, TRIGGER_GT, TRIGGER_LT) || said_kind(r, i, MENTION_COMPARATIVE);
        uint32_t next = said_after(r, i);
        if (said_column(r, next) && is_word(r, said_after(r, next), "than"))
            next = said_after(r, said_after(r, next)); /* "a longer range than the average" */
        if (comparison && !r->items[i].claimed && next != NO_MENTION &&
            aggregate_at(r, next) != AGGREGATE_NONE)
            compare_with_query(r, i, next);
    }
}
