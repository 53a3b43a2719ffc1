/* read_flags.c: columns that say yes or no: "organic farms", "without a scholarship".
 *
 * A column whose rows have only 0 and 1 is a flag; to name it says that it is set. */
#include "nlidb/reading.h"

enum { FLAG_REACH = 4 };

void read_flags(struct reading *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        struct rule_match m = rule_search(r, "flags", i, FLAG_REACH, NULL);
        if (!said_is(r, i, SAID_FLAG) || !rule_next(&m))
            continue;
        add_where(r, i, r->items[i].column, COMPARE_EQ,
                  rule_says(&m, 3, "0") ? STR("0") : STR("1"));
        rule_claim(r, &m);
    }
}
