/* read_averages.c: "above the average", "older than average": a comparison with a query. */
#include "link/adjective.h"
#include "nlidb/reading.h"

enum { LOOK_BACK = 8 };

static struct adjective_sense comparison_sense(const struct reading *r, uint32_t i)
{
    struct adjective_sense sense = {SCHEMA_STAR, !said_is(r, i, SAID_LT)};
    if (!said_is(r, i, SAID_COMPARATIVE))
        return sense;
    uint32_t table = nearby_table(r, i);
    return table < r->schema->n_tables
               ? adjective_in(r->lexicon, r->schema, r->items[i].mention.adjective, false, table)
               : sense;
}

/* Compare `column`, or what the comparison means by itself, with its aggregate. */
static bool compare_with_query(struct reading *r, const struct rule_match *m)
{
    uint32_t comparison = rule_slot(m, 0), aggregate = rule_slot(m, 1), named = rule_slot(m, 2);
    struct adjective_sense sense = comparison_sense(r, comparison);
    uint32_t column = named == NO_MENTION ? sense.column : r->items[named].column;
    if (column == SCHEMA_STAR)
        return false;
    struct plan *query = ARENA_NEW(r->arena, struct plan);
    plan_select(query, (struct operand){said_aggregate(r, aggregate), false, column});
    add_where_query(r, comparison, column, sense.high ? COMPARE_GT : COMPARE_LT, query);
    rule_claim(r, m);
    return true;
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
        if (said_is(r, i, SAID_COMMA) || said_is(r, i, SAID_END) ||
            said_is(r, i, SAID_AND | SAID_CLAUSE | SAID_BUT))
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
        struct rule_match m = rule_search(r, "averages", i, LOOK_BACK, NULL);
        bool comparison = said_is(r, i, SAID_GT | SAID_LT | SAID_COMPARATIVE);
        while (comparison && rule_next(&m) && !compare_with_query(r, &m))
            ;
    }
}
