/* read_parts.c: what rules say by themselves: columns of yes and no ("organic farms", "without a
 * scholarship"), groups ("for each country"), values that are missing or present. */
#include "nlidb/reading.h"

static bool read_part(struct reading *r, const struct rule_match *m)
{
    uint32_t i = rule_slot(m, 1), column = r->items[i].column;
    if (rule_says(m, 0, "group")) {
        r->group_column = column != SCHEMA_STAR ? column : r->group_column;
        r->group_table = column != SCHEMA_STAR ? r->group_table : r->items[i].table;
    } else if (rule_says(m, 0, "null") || rule_says(m, 0, "present")) {
        bool null = rule_says(m, 0, "null");
        add_where(r, i, column, null ? COMPARE_NULL : COMPARE_NOT_NULL, STR_NONE);
    } else {
        add_where(r, i, column, COMPARE_EQ, rule_says(m, 0, "yes") ? STR("1") : STR("0"));
    }
    return true;
}

void read_flags(struct reading *r)
{
    read_by_rules(r, "flags", SAID_FLAG | SAID_NOT, 0, read_part);
}

void read_grouping(struct reading *r)
{
    read_by_rules(r, "grouping", SAID_EACH | SAID_NAME, r->count, read_part);
}

void read_presence(struct reading *r)
{
    read_by_rules(r, "presence", SAID_COLUMN | SAID_MISSING, 0, read_part);
}
