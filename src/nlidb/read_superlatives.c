/* read_superlatives.c: "the oldest singer", "with the most concerts", "most common", "top 3".
 *
 * A superlative orders the rows and keeps the first of them: by a column if it stands before one or
 * its adjective knows one, else by the number of rows of the table after it. At the beginning it
 * asks for the value itself: "what is the highest price". */
#include "link/role.h"
#include "nlidb/reading.h"

enum { MAX_LIMIT = 1000, ORDER_REACH = 3 };

static bool superlative_is_high(const struct reading *r, uint32_t i)
{
    if (said_is(r, i, SAID_SUPERLATIVE))
        return adjective_is_high(r->lexicon, r->items[i].mention.adjective);
    return !said_is(r, i, SAID_MIN | SAID_FEW | SAID_RARE);
}

/* Is the first the highest value of the column at `object`? */
static bool superlative_is_high_for(const struct reading *r, uint32_t i, uint32_t object)
{
    if (!said_is(r, i, SAID_SUPERLATIVE) || !said_is(r, object, SAID_COLUMN))
        return superlative_is_high(r, i);
    return adjective_is_high_for(r->lexicon, r->schema, r->items[i].mention.adjective,
                                 r->items[object].column);
}

/* "three oldest", "top 3": the number of rows to keep. */
static uint32_t take_limit(struct reading *r, uint32_t i)
{
    uint32_t sides[] = {said_before(r, i), said_after(r, i)};
    for (int k = 0; k < 2; k++) {
        uint64_t traits = said(r, sides[k]);
        double number = (traits & SAID_NUMBER) ? r->items[sides[k]].mention.number : 0;
        if ((traits & SAID_CLAIMED) || number < 1 || number > MAX_LIMIT)
            continue;
        claim(r, sides[k]);
        return (uint32_t)number;
    }
    return 1;
}

/* "highest average first", "starting with the oldest": an order that keeps all rows. */
static bool only_orders(struct reading *r, uint32_t i)
{
    struct rule_match m = rule_search(r, "orders", i, ORDER_REACH, NULL);
    return rule_apply(r, &m, NULL);
}

static void keep_first(struct reading *r, uint32_t i, struct operand by, bool high)
{
    bool all = only_orders(r, i);
    plan_order(r->plan, by, high);
    if (!all)
        r->plan->limit = take_limit(r, i);
    claim(r, i);
}

static void choose_by_count(struct reading *r, uint32_t i, uint32_t counted)
{
    r->counted = counted;
    keep_first(r, i, operand_count(), superlative_is_high(r, i));
}

/* "What is the lowest, the average and the highest price": the column whose max or min the
 * superlative asks for, if nothing was asked for before it; or NO_MENTION. */
static uint32_t asked_value(const struct reading *r, uint32_t i, uint32_t object)
{
    uint32_t first = i;
    while (first > 0 && r->items[first - 1].ask == r->items[i].ask)
        first--;
    uint64_t list =
        SAID_COMMA | SAID_AND | SAID_AVG | SAID_SUM | SAID_MAX | SAID_MIN | SAID_SUPERLATIVE;
    uint32_t end = said_is(r, object, list) ? skip_after(r, object, list) : object;
    bool asks = said_is(r, i, SAID_HEAD) && said_is(r, end, SAID_MEASURE) &&
                (end == object || !said_is(r, said_before(r, end), SAID_AND)) &&
                !said_within(r, first, i, SAID_NAME | SAID_COUNT);
    return asks ? end : NO_MENTION;
}

/* What the superlative compares in `table`. */
static struct adjective_sense sense_in(const struct reading *r, uint32_t i, uint32_t table)
{
    struct adjective_sense sense = said_sense(r, i, table);
    if (sense.column == SCHEMA_STAR && table < r->schema->n_tables &&
        said_is(r, i, SAID_SUPERLATIVE) &&
        adjective_is_temporal(r->lexicon, r->items[i].mention.adjective))
        sense.column = table_time(r, table);
    return sense;
}

/* "highest first", without a column: the order that there is already, else that of what is asked
 * for. An adjective with a meaning of its own, "oldest first", has its column. */
static void order_what_is_asked(struct reading *r, uint32_t i)
{
    claim(r, i);
    if (r->plan->limit > 0)
        return;
    bool generic = is_word(r, i, "highest largest biggest greatest lowest smallest") ||
                   said_aggregate(r, said_after(r, i)) != AGGREGATE_NONE;
    struct adjective_sense sense = sense_in(r, i, nearby_table(r, i));
    if (sense.column == SCHEMA_STAR)
        sense = sense_in(r, i, r->main);
    if (!generic && sense.column != SCHEMA_STAR)
        plan_order(r->plan, operand_column(sense.column), sense.high);
    else
        r->first_order = superlative_is_high(r, i) ? ORDER_DESCENDING : ORDER_ASCENDING;
}

/* By the column that the adjective knows in the table of what is after it, else in the table named
 * near it or the main one. */
static bool order_by_adjective(struct reading *r, uint32_t i, uint32_t object)
{
    uint32_t table = object != NO_MENTION ? said_owner(r, object) : nearby_table(r, i);
    struct adjective_sense sense = sense_in(r, i, table);
    if (sense.column == SCHEMA_STAR && object == NO_MENTION)
        sense = sense_in(r, i, r->main);
    if (sense.column != SCHEMA_STAR)
        keep_first(r, i, operand_column(sense.column), sense.high);
    return sense.column != SCHEMA_STAR;
}

/* Texts cannot: "the oldest name" is the name of the oldest. */
static bool can_be_ordered(const struct reading *r, uint32_t i, uint32_t column)
{
    return !said_is(r, i, SAID_SUPERLATIVE) || role_is_measure(r->schema, column) ||
           r->schema->columns[column].type != SCHEMA_TEXT || !r->link->values.facts[column].word;
}

/* "the most points", "the highest average price" */
static bool order_by_column(struct reading *r, const struct rule_match *m, uint32_t i,
                            uint32_t object)
{
    struct operand by = {said_aggregate(r, rule_slot(m, 3)), false, r->items[object].column};
    if (said_is(r, object, SAID_TABLE))
        by.column = table_measure(r, r->items[object].table);
    if (by.column == SCHEMA_STAR || (!by.aggregate && !can_be_ordered(r, i, by.column)))
        return false;
    if (said_is(r, i, SAID_MANY | SAID_FEW)) {
        by.aggregate = take_lone_aggregate(r);
        if (by.aggregate == AGGREGATE_NONE && refers_to_main(r, table_of(r, by.column)))
            by.aggregate = AGGREGATE_SUM; /* "Which player scored the most points" */
    }
    keep_first(r, i, by, superlative_is_high_for(r, i, object));
    return true;
}

static bool read_superlative(struct reading *r, const struct rule_match *m)
{
    uint32_t i = rule_slot(m, 1), object = rule_slot(m, 2);
    if (rule_says(m, 0, "by"))
        return order_by_column(r, m, i, object);
    if (rule_says(m, 0, "adjective"))
        return order_by_adjective(r, i, object);
    if (rule_says(m, 0, "count")) {
        choose_by_count(r, i, object == NO_MENTION ? r->main : said_owner(r, object));
        return true;
    }
    bool column = said_is(r, object, SAID_COLUMN);
    if (column)
        r->group_column = r->items[object].column;
    choose_by_count(r, i, column ? said_owner(r, object) : (uint32_t)SCHEMA_NONE);
    return true;
}

/* A superlative with "of", numbers and "different" after it. */
static void read_superlative_at(struct reading *r, uint32_t i)
{
    uint32_t object = skip_after(r, i, SAID_OF | SAID_DISTINCT | SAID_NUMBER);
    struct slot_span span = {SLOT_KEYWORD, i, i, object == NO_MENTION ? r->count : object,
                             said(r, i)};
    uint32_t value = asked_value(r, i, object);
    if (said_is(r, i, SAID_MAX | SAID_MIN | SAID_SUPERLATIVE)) {
        if (said_is(r, i, SAID_MAX | SAID_MIN) && said_is(r, i, SAID_HEAD))
            return;
        if (value != NO_MENTION) {
            bool high = superlative_is_high_for(r, i, value);
            r->items[i].mention.kind = MENTION_KEY;
            r->items[i].mention.key = high ? TRIGGER_MAX : TRIGGER_MIN;
            return;
        }
        if (!said_is(r, object, SAID_NAME) && only_orders(r, i)) {
            order_what_is_asked(r, i);
            return;
        }
    }
    struct rule_match m = rule_search(r, "superlatives", i, r->count, &span);
    rule_apply(r, &m, read_superlative);
}

/* "the three directors with the largest total": the number is before what is chosen. */
static void read_number_of_rows(struct reading *r)
{
    for (uint32_t i = 0; i < r->count && r->plan->limit == 1; i++) {
        double number = r->items[i].mention.number;
        uint64_t traits = said(r, i) & (SAID_NUMBER | SAID_HEAD | SAID_CLAIMED);
        if (traits != (SAID_NUMBER | SAID_HEAD) || number < 2 || number > MAX_LIMIT ||
            !said_is(r, said_after(r, i), SAID_NAME))
            continue;
        r->plan->limit = (uint32_t)number;
        claim(r, i);
    }
}

#define SUPERLATIVES                                                                               \
    (SAID_COMMON | SAID_RARE | SAID_MANY | SAID_FEW | SAID_MAX | SAID_MIN | SAID_SUPERLATIVE)

void read_superlatives(struct reading *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (said_is(r, i, SUPERLATIVES) && !said_is(r, i, SAID_CLAIMED))
            read_superlative_at(r, i);
    read_number_of_rows(r);
    for (uint32_t i = 0; i < r->count; i++) {
        if (!said_is(r, i, SAID_TOP) || r->plan->limit > 1)
            continue;
        if (r->plan->n_order == 0)
            read_superlative_at(r, i);
        if (r->plan->n_order > 0)
            r->plan->limit = take_limit(r, i);
    }
}
