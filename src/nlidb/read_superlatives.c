/* read_superlatives.c: "the oldest singer", "with the most concerts", "most common", "top 3".
 *
 * A superlative orders the rows and keeps the first of them: by a column if it stands before one or
 * its adjective knows one, else by the number of rows of the table after it. At the beginning it
 * asks for the value itself: "what is the highest price". */
#include "link/adjective.h"
#include "link/role.h"
#include "nlidb/reading.h"

enum { MAX_LIMIT = 1000, FIRST_REACH = 3, RANGE_REACH = 5 };

static bool is_count_superlative(const struct reading *r, uint32_t i)
{
    return SAID_ANY(r, i, TRIGGER_MANY, TRIGGER_FEW);
}

static bool is_value_superlative(const struct reading *r, uint32_t i)
{
    return SAID_ANY(r, i, TRIGGER_MAX, TRIGGER_MIN) || said_kind(r, i, MENTION_SUPERLATIVE);
}

static bool is_superlative(const struct reading *r, uint32_t i)
{
    return is_count_superlative(r, i) || is_value_superlative(r, i);
}

static bool superlative_is_high(const struct reading *r, uint32_t i)
{
    if (said_kind(r, i, MENTION_SUPERLATIVE))
        return adjective_is_high(r->lexicon, r->items[i].mention.adjective);
    return !said_trigger(r, i, TRIGGER_MIN) && !said_trigger(r, i, TRIGGER_FEW) &&
           !said_trigger(r, i, TRIGGER_RARE);
}

/* "three oldest", "top 3": the number of rows to keep. */
static uint32_t take_limit(struct reading *r, uint32_t i)
{
    uint32_t sides[] = {said_before(r, i), said_after(r, i)};
    for (int k = 0; k < 2; k++) {
        uint32_t j = sides[k];
        if (!said_kind(r, j, MENTION_NUMBER) || r->items[j].claimed)
            continue;
        double number = r->items[j].mention.number;
        if (number < 1 || number > MAX_LIMIT)
            continue;
        claim(r, j);
        return (uint32_t)number;
    }
    return 1;
}

/* The mention that a superlative stands before, "of" and numbers skipped. */
static uint32_t object_of(const struct reading *r, uint32_t i)
{
    uint32_t j = said_after(r, i);
    while (SAID_ANY(r, j, TRIGGER_OF, TRIGGER_DISTINCT) || said_kind(r, j, MENTION_NUMBER))
        j = said_after(r, j);
    return j;
}

/* "from the oldest to the newest": claims the second superlative. */
static bool ends_range(struct reading *r, uint32_t i)
{
    for (uint32_t j = i + 1; j < r->count && j <= i + RANGE_REACH; j++) {
        uint32_t end = said_after(r, j);
        if (!is_word(r, j, "to") || end == NO_MENTION || !is_superlative(r, end))
            continue;
        claim(r, end);
        return true;
    }
    return false;
}

/* "highest average first", "starting with the oldest": an order that keeps all rows. */
static bool only_orders(struct reading *r, uint32_t i)
{
    uint32_t j = said_before(r, i);
    if (said_trigger(r, j, TRIGGER_STARTS)) {
        claim(r, j);
        return true;
    }
    if (said_trigger(r, j, TRIGGER_OF) && ends_range(r, i))
        return true;
    for (j = i + 1; j < r->count && j <= i + FIRST_REACH; j++) {
        if (is_word(r, j, "first")) {
            claim(r, j);
            return true;
        }
        if (said_kind(r, j, MENTION_MARK))
            return false;
    }
    return false;
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
    r->by_count = true;
    r->counted = counted;
    keep_first(r, i, operand_count(), superlative_is_high(r, i));
}

/* Does the asking phrase name something before `i`? */
static bool asked_before(const struct reading *r, uint32_t i)
{
    for (uint32_t j = i; j-- > 0;)
        if (r->items[j].ask == r->items[i].ask &&
            (said_name(r, j) || said_trigger(r, j, TRIGGER_COUNT)))
            return true;
    return false;
}

/* "the lowest, the average and the highest price": the column at the end of the list. */
static uint32_t list_object(const struct reading *r, uint32_t object)
{
    uint32_t j = object;
    while (j != NO_MENTION &&
           (said_comma(r, j) || SAID_ANY(r, j, TRIGGER_AND, TRIGGER_AVG, TRIGGER_SUM) ||
            is_value_superlative(r, j)))
        j = said_after(r, j);
    return j;
}

/* "What is the highest price": does the superlative ask for max or min of the column? */
static bool asks_for_value(struct reading *r, uint32_t i, uint32_t object)
{
    uint32_t end = list_object(r, object);
    if (end != object && said_trigger(r, said_before(r, end), TRIGGER_AND))
        return false;
    return r->items[i].head && said_measure(r, end) && !asked_before(r, i);
}

/* Is the first the highest value of the column at `object`? */
static bool superlative_is_high_for(const struct reading *r, uint32_t i, uint32_t object)
{
    if (!said_kind(r, i, MENTION_SUPERLATIVE) || !said_column(r, object))
        return superlative_is_high(r, i);
    return adjective_is_high_for(r->lexicon, r->schema, r->items[i].mention.adjective,
                                 r->items[object].column);
}

static void read_as_aggregate(struct reading *r, uint32_t i)
{
    uint32_t object = list_object(r, object_of(r, i));
    bool high = superlative_is_high_for(r, i, object);
    r->items[i].mention.kind = MENTION_KEY;
    r->items[i].mention.key = high ? TRIGGER_MAX : TRIGGER_MIN;
}

static enum aggregate aggregate_at(const struct reading *r, uint32_t i)
{
    enum aggregate a = said_aggregate(r, i);
    return a == AGGREGATE_AVG || a == AGGREGATE_SUM ? a : AGGREGATE_NONE;
}

/* Texts cannot: "the oldest name" is the name of the oldest. */
static bool can_be_ordered(const struct reading *r, uint32_t column)
{
    return role_is_measure(r->schema, column) || r->schema->columns[column].type != SCHEMA_TEXT ||
           !r->link->values.facts[column].word;
}

/* By the column after it: "the highest (average) price". */
static bool by_named_column(struct reading *r, uint32_t i, uint32_t object)
{
    struct operand by = {.aggregate = aggregate_at(r, object)};
    uint32_t at = by.aggregate ? object_of(r, object) : object;
    if (by.aggregate && said_table(r, at))
        by.column = table_measure(r, r->items[at].table);
    else if (said_column(r, at))
        by.column = r->items[at].column;
    if (by.column == SCHEMA_STAR)
        return false;
    if (!by.aggregate && said_kind(r, i, MENTION_SUPERLATIVE) && !can_be_ordered(r, by.column))
        return false;
    claim(r, object);
    claim(r, at);
    keep_first(r, i, by, superlative_is_high_for(r, i, at));
    r->by_count |= by.aggregate != AGGREGATE_NONE;
    return true;
}

/* "the longest book, by pages", "top three regions by number of customers". */
static bool by_stated_column(struct reading *r, uint32_t i)
{
    for (uint32_t j = i + 1; j + 1 < r->count && !said_sentence_end(r, j); j++) {
        if (!is_word(r, j, "by") || r->items[j].claimed)
            continue;
        uint32_t object = said_after(r, j);
        if (said_trigger(r, object, TRIGGER_COUNT) && said_table(r, said_after(r, object))) {
            object = said_after(r, object);
            claim(r, object);
            claim(r, j);
            choose_by_count(r, i, r->items[object].table);
            return true;
        }
        if (said_measure(r, object)) {
            claim(r, object);
            keep_first(r, i, operand_column(r->items[object].column), superlative_is_high(r, i));
            return true;
        }
    }
    return false;
}

/* What the superlative compares in `table`. */
static struct adjective_sense sense_in(const struct reading *r, uint32_t i, uint32_t table)
{
    uint32_t row = r->items[i].mention.adjective;
    struct adjective_sense none = {SCHEMA_STAR, true};
    if (!said_kind(r, i, MENTION_SUPERLATIVE))
        return none;
    struct adjective_sense sense = adjective_in(r->lexicon, r->schema, row, true, table);
    if (sense.column == SCHEMA_STAR && adjective_is_temporal(r->lexicon, row))
        sense.column = table_time(r, table);
    return sense;
}

/* By the column that the adjective knows in the table `table`. */
static bool by_adjective(struct reading *r, uint32_t i, uint32_t table)
{
    if (table >= r->schema->n_tables)
        return false;
    struct adjective_sense sense = sense_in(r, i, table);
    if (sense.column == SCHEMA_STAR)
        return false;
    keep_first(r, i, operand_column(sense.column), sense.high);
    return true;
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
    uint32_t tables[] = {nearby_table(r, i), r->main};
    for (int k = 0; k < 2 && !generic; k++) {
        if (tables[k] >= r->schema->n_tables)
            continue;
        struct adjective_sense sense = sense_in(r, i, tables[k]);
        if (sense.column == SCHEMA_STAR)
            continue;
        plan_order(r->plan, operand_column(sense.column), sense.high);
        return;
    }
    r->first_order = superlative_is_high(r, i) ? ORDER_DESCENDING : ORDER_ASCENDING;
}

/* "the three directors with the largest total": the number is before what is chosen. */
static void read_number_of_rows(struct reading *r)
{
    for (uint32_t i = 0; i < r->count && r->plan->limit == 1; i++) {
        uint32_t next = said_after(r, i);
        double number = r->items[i].mention.number;
        if (!said_kind(r, i, MENTION_NUMBER) || r->items[i].claimed || !r->items[i].head ||
            number < 2 || number > MAX_LIMIT || !said_name(r, next))
            continue;
        r->plan->limit = (uint32_t)number;
        claim(r, i);
    }
}

static void read_value_superlative(struct reading *r, uint32_t i)
{
    uint32_t object = object_of(r, i);
    bool aggregate_word = SAID_ANY(r, i, TRIGGER_MAX, TRIGGER_MIN);
    if (aggregate_word && r->items[i].head)
        return;
    if (asks_for_value(r, i, object)) {
        read_as_aggregate(r, i);
        return;
    }
    if (!said_name(r, object) && only_orders(r, i)) {
        order_what_is_asked(r, i);
        return;
    }
    if (by_named_column(r, i, object) || by_stated_column(r, i) ||
        !said_kind(r, i, MENTION_SUPERLATIVE))
        return;
    if (said_name(r, object) && by_adjective(r, i, said_owner(r, object)))
        return;
    if (!by_adjective(r, i, nearby_table(r, i)))
        by_adjective(r, i, r->main);
}

/* "Which player scored the most points": does the column belong to rows that refer to the main
 * table? */
static bool adds_up(const struct reading *r, uint32_t column)
{
    uint32_t table = table_of(r, column);
    if (table == r->main || r->main >= r->schema->n_tables)
        return false;
    const struct join_edge *e = join_edge_between(r->graph, r->main, table);
    return e && table_of(r, e->from) == table;
}

static void read_count_superlative(struct reading *r, uint32_t i)
{
    uint32_t object = object_of(r, i);
    if (said_measure(r, object)) {
        struct operand by = operand_column(r->items[object].column);
        by.aggregate = take_lone_aggregate(r);
        if (by.aggregate == AGGREGATE_NONE && adds_up(r, by.column))
            by.aggregate = AGGREGATE_SUM;
        r->by_count |= by.aggregate != AGGREGATE_NONE;
        claim(r, object);
        keep_first(r, i, by, superlative_is_high(r, i));
    } else if (said_name(r, object)) {
        r->items[object].claimed = !r->items[object].head;
        choose_by_count(r, i, said_owner(r, object));
    } else {
        choose_by_count(r, i, r->main);
    }
}

/* "The most common country": the column is after it, or before ("which country is …"). */
static void read_common(struct reading *r, uint32_t i)
{
    uint32_t object = object_of(r, i);
    if (!said_name(r, object))
        for (object = i; object-- > 0 && !said_column(r, object);)
            ;
    if (said_column(r, object))
        r->group_column = r->items[object].column;
    choose_by_count(r, i, said_column(r, object) ? said_owner(r, object) : SCHEMA_NONE);
}

void read_superlatives(struct reading *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->items[i].claimed)
            continue;
        if (SAID_ANY(r, i, TRIGGER_COMMON, TRIGGER_RARE))
            read_common(r, i);
        else if (is_count_superlative(r, i))
            read_count_superlative(r, i);
        else if (is_value_superlative(r, i))
            read_value_superlative(r, i);
    }
    read_number_of_rows(r);
    for (uint32_t i = 0; i < r->count; i++)
        if (said_trigger(r, i, TRIGGER_TOP) && r->plan->limit <= 1 &&
            (r->plan->n_order > 0 || by_stated_column(r, i)))
            r->plan->limit = take_limit(r, i);
}
