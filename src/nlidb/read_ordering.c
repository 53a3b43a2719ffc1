/* read_ordering.c: "sorted by age in descending order", "in alphabetical order". */
#include "link/role.h"
#include "nlidb/reading.h"

struct ordering {
    uint32_t n;          /* terms that this phrase added to the plan */
    uint32_t undirected; /* the first of the plan's terms without a direction */
    bool directed;       /* a direction was said, or "alphabetical" */
    bool descending;
    enum aggregate aggregate;
};

#define DIRECTIONS (SAID_ASC | SAID_DESC | SAID_ALPHABET)
#define AGGREGATES (SAID_COUNT | SAID_SUM | SAID_AVG | SAID_MAX | SAID_MIN)

/* With these a phrase goes on. */
#define GOES_ON                                                                                    \
    (DIRECTIONS | AGGREGATES | SAID_ORDER | SAID_FILLER | SAID_OF | SAID_AND | SAID_EACH |         \
     SAID_COMMA | SAID_WORD | SAID_NAME)

static void add_term(struct reading *r, struct ordering *o, uint32_t i)
{
    struct operand by = operand_column(r->items[i].column);
    by.aggregate = o->aggregate;
    if (o->aggregate == AGGREGATE_COUNT || said_is(r, i, SAID_TABLE)) {
        by = operand_count();
        r->counted = said_owner(r, i);
    }
    plan_order(r->plan, by, o->descending);
    o->aggregate = AGGREGATE_NONE;
    o->n++;
    claim(r, i);
}

/* A direction after its columns is for them, one before is for those that follow. */
static void set_direction(struct reading *r, struct ordering *o, bool descending)
{
    for (; o->undirected < r->plan->n_order; o->undirected++)
        r->plan->order[o->undirected].descending = descending;
    o->descending = descending;
}

/* Is it a column to order by: right after the direction, "of" or "by", or listed with another? */
static bool is_term(const struct reading *r, const struct ordering *o, uint32_t i)
{
    if (!said_is(r, i, SAID_COLUMN) &&
        !(said_is(r, i, SAID_TABLE) && o->aggregate == AGGREGATE_COUNT))
        return false;
    return !said_is(r, i - 1, SAID_OF) || o->n == 0 || said_is(r, i - 2, SAID_ORDER);
}

static uint32_t read_phrase(struct reading *r, struct ordering *o, uint32_t i)
{
    for (; i < r->count && !said_is(r, i, SAID_END | SAID_ASK | SAID_CLAIMED); i++) {
        o->directed |= said_is(r, i, DIRECTIONS);
        if (said_is(r, i, SAID_DESC | SAID_ASC))
            set_direction(r, o, said_is(r, i, SAID_DESC));
        else if (said_is(r, i, AGGREGATES))
            o->aggregate = said_aggregate(r, i);
        else if (is_term(r, o, i))
            add_term(r, o, i);
        else if (!said_is(r, i, GOES_ON))
            break;
        claim(r, i);
    }
    return i;
}

/* "Names in alphabetical order": by the last column named before. */
static void order_by_last_column(struct reading *r, const struct ordering *o, uint32_t at)
{
    for (uint32_t j = at; j-- > 0;)
        if (said_is(r, j, SAID_COLUMN) && !r->items[j].claimed) {
            plan_order(r->plan, operand_column(r->items[j].column), o->descending);
            return;
        }
    uint32_t name =
        r->main < r->schema->n_tables ? role_name(r->schema, r->main) : (uint32_t)SCHEMA_STAR;
    if (name != SCHEMA_STAR)
        plan_order(r->plan, operand_column(name), o->descending);
}

void read_ordering(struct reading *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        if (!said_is(r, i, DIRECTIONS | SAID_ORDER) || r->items[i].claimed)
            continue;
        struct ordering o = {.undirected = r->plan->n_order};
        uint32_t end = read_phrase(r, &o, i);
        if (o.n == 0 && o.aggregate == AGGREGATE_COUNT) {
            plan_order(r->plan, operand_count(), o.descending); /* "ordered by descending count" */
        } else if (o.n == 0 && o.directed) {
            order_by_last_column(r, &o, i);
        }
        i = end > i ? end - 1 : i;
    }
}
