/* read_grouping.c: "for each country", "per department", "number of singers by country". */
#include "nlidb/reading.h"

void read_grouping(struct reading *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        struct rule_match m = rule_search(r, "grouping", i, 0, NULL);
        if (!rule_next(&m))
            continue;
        const struct said *by = &r->items[rule_slot(&m, 1)];
        if (by->column != SCHEMA_STAR)
            r->group_column = by->column;
        else
            r->group_table = by->table;
        rule_claim(r, &m);
    }
}
