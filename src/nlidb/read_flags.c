/* read_flags.c: columns that say yes or no: "organic farms", "without a scholarship".
 *
 * A column whose rows have only 0 and 1 is a flag; to name it says that it is set. */
#include "nlidb/reading.h"

enum { LOOK_BACK = 3 };

static uint32_t negation_before(const struct reading *r, uint32_t i)
{
    for (int steps = 0; steps < LOOK_BACK && (i = said_before(r, i)) != NO_MENTION; steps++) {
        if (said_trigger(r, i, TRIGGER_NOT) && !r->items[i].claimed)
            return i;
        if (said_name(r, i) || said_comma(r, i))
            return NO_MENTION;
    }
    return NO_MENTION;
}

void read_flags(struct reading *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        if (!said_column(r, i) || r->items[i].claimed ||
            !r->link->values.facts[r->items[i].column].flag)
            continue;
        uint32_t not = negation_before(r, i);
        add_where(r, i, r->items[i].column, COMPARE_EQ, not == NO_MENTION ? STR("1") : STR("0"));
        claim(r, not );
    }
}
