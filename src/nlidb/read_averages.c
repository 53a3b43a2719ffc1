/* read_averages.c: "above the average", "older than average": a comparison with a query. */
#include "nlidb/reading.h"

enum { LOOK_BACK = 8 };

/* Compare `column`, or what the comparison means by itself, with its aggregate. */
static bool compare_with_query(struct reading *r, const struct rule_match *m)
{
    uint32_t comparison = rule_slot(m, 0), aggregate = rule_slot(m, 1), named = rule_slot(m, 2);
    struct adjective_sense sense = said_sense(r, comparison, nearby_table(r, comparison));
    bool high = sense.high && !said_is(r, comparison, SAID_LT);
    uint32_t column = named == NO_MENTION ? sense.column : r->items[named].column;
    if (column == SCHEMA_STAR)
        return false;
    struct plan *query = ARENA_NEW(r->arena, struct plan);
    plan_select(query, (struct operand){said_aggregate(r, aggregate), false, column});
    add_where_query(r, comparison, column, high ? COMPARE_GT : COMPARE_LT, query);
    return true;
}

/* "than the average farm in Ostley": conditions after it belong to the query. */
static bool belongs_inside(const struct reading *r, const struct condition *c, uint32_t outer)
{
    const struct condition *o = &r->plan->where[outer];
    return c->place > o->place && !c->query && c->left.column != SCHEMA_STAR &&
           table_of(r, c->left.column) == table_of(r, o->left.column) &&
           !said_within(r, o->place + 1, c->place,
                        SAID_COMMA | SAID_END | SAID_AND | SAID_CLAUSE | SAID_BUT);
}

void read_average_conditions(struct reading *r)
{
    for (uint32_t i = 0; i < r->plan->n_where; i++) {
        struct plan *query = r->plan->where[i].query;
        for (uint32_t k = r->plan->n_where; query && plan_has_aggregate(query) && k-- > 0;)
            if (belongs_inside(r, &r->plan->where[k], i))
                plan_where(query, plan_take_where(r->plan, k));
    }
}

void read_averages(struct reading *r)
{
    read_by_rules(r, "averages", SAID_GT | SAID_LT | SAID_COMPARATIVE, LOOK_BACK,
                  compare_with_query);
}
