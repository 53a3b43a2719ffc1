/* read_ordering.c: "sorted by age in descending order", "in alphabetical order". */
#include "nlidb/reading.h"
#include "nlidb/role.h"

struct ordering {
    uint32_t first, n; /* terms that this phrase added to the plan */
    bool found_direction;
    bool descending;
    enum aggregate aggregate;
};

static bool is_order_word(const struct reading *r, uint32_t i)
{
    return said_trigger(r, i, TRIGGER_ORDER) || said_trigger(r, i, TRIGGER_ASC) ||
           said_trigger(r, i, TRIGGER_DESC) || said_trigger(r, i, TRIGGER_ALPHABET);
}

static enum aggregate aggregate_word(const struct reading *r, uint32_t i)
{
    static const struct {
        enum trigger trigger;
        enum aggregate aggregate;
    } words[] = {{TRIGGER_COUNT, AGGREGATE_COUNT},
                 {TRIGGER_SUM, AGGREGATE_SUM},
                 {TRIGGER_AVG, AGGREGATE_AVG},
                 {TRIGGER_MAX, AGGREGATE_MAX},
                 {TRIGGER_MIN, AGGREGATE_MIN}};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (said_trigger(r, i, words[k].trigger))
            return words[k].aggregate;
    return AGGREGATE_NONE;
}

/* The phrase goes on over these. */
static bool goes_on(const struct reading *r, uint32_t i)
{
    return is_order_word(r, i) || said_trigger(r, i, TRIGGER_FILLER) ||
           said_trigger(r, i, TRIGGER_OF) || said_trigger(r, i, TRIGGER_AND) ||
           said_trigger(r, i, TRIGGER_EACH) || said_comma(r, i) ||
           r->items[i].mention.kind == MENTION_WORD || aggregate_word(r, i) != AGGREGATE_NONE;
}

static void add_term(struct reading *r, struct ordering *o, uint32_t i)
{
    struct operand by = operand_column(r->items[i].column);
    by.aggregate = o->aggregate;
    if (o->aggregate == AGGREGATE_COUNT || said_table(r, i)) {
        by = operand_count();
        r->by_count = true;
        r->counted = said_owner(r, i);
    }
    r->by_count |= by.aggregate != AGGREGATE_NONE;
    plan_order(r->plan, by, o->descending);
    o->aggregate = AGGREGATE_NONE;
    o->n++;
    r->items[i].claimed = true;
}

/* A direction said after its columns counts for them, one said before for those that follow. */
static void set_direction(struct reading *r, struct ordering *o, bool descending)
{
    for (uint32_t k = o->first; !o->found_direction && k < r->plan->n_order; k++)
        r->plan->order[k].descending = descending;
    o->descending = descending;
    o->found_direction |= r->plan->n_order > o->first;
}

static bool begins_second_command(const struct reading *r, uint32_t i)
{
    return said_trigger(r, i, TRIGGER_ASK) || said_sentence_end(r, i);
}

/* A column right after the direction, "of" or "by", or listed with another. */
static bool is_term(const struct reading *r, const struct ordering *o, uint32_t i)
{
    if (!said_column(r, i) && !(said_table(r, i) && o->aggregate == AGGREGATE_COUNT))
        return false;
    return !said_trigger(r, i - 1, TRIGGER_OF) || o->n == 0 ||
           said_trigger(r, i - 2, TRIGGER_ORDER);
}

static uint32_t read_phrase(struct reading *r, struct ordering *o, uint32_t i)
{
    for (; i < r->count && !begins_second_command(r, i); i++) {
        if (r->items[i].claimed)
            break;
        if (said_trigger(r, i, TRIGGER_DESC) || said_trigger(r, i, TRIGGER_ASC))
            set_direction(r, o, said_trigger(r, i, TRIGGER_DESC));
        else if (aggregate_word(r, i) != AGGREGATE_NONE)
            o->aggregate = aggregate_word(r, i);
        else if (is_term(r, o, i))
            add_term(r, o, i);
        else if (r->items[i].mention.kind != MENTION_NAME && !goes_on(r, i))
            break;
        r->items[i].claimed = true;
    }
    return i;
}

/* "Names in alphabetical order": by what was named last before. */
static void order_by_last_column(struct reading *r, struct ordering *o, uint32_t at)
{
    for (uint32_t j = at; j-- > 0 && o->n == 0;)
        if (said_column(r, j) && !r->items[j].claimed) {
            plan_order(r->plan, operand_column(r->items[j].column), o->descending);
            o->n++;
        }
    if (o->n == 0 && r->main < r->schema->n_tables)
        plan_order(r->plan, operand_column(role_name(r->schema, r->main)), o->descending);
}

void read_ordering(struct reading *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        if (!is_order_word(r, i) || r->items[i].claimed)
            continue;
        struct ordering o = {.first = r->plan->n_order};
        bool only_sorted = said_trigger(r, i, TRIGGER_ORDER);
        uint32_t end = read_phrase(r, &o, i);
        if (o.n == 0 && !only_sorted)
            order_by_last_column(r, &o, i);
        i = end > i ? end - 1 : i;
    }
}
