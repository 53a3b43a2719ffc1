/* read_grouping.c: "for each country", "per department", "number of singers by country". */
#include "nlidb/reading.h"

static bool is_by(const struct reading *r, uint32_t i)
{
    return i > 0 && i + 1 < r->count && said_trigger(r, i, TRIGGER_OF) && is_word(r, i, "by") &&
           said_kind(r, i + 1, MENTION_NAME);
}

static bool aggregate_before(const struct reading *r, uint32_t i)
{
    for (uint32_t j = 0; j < i; j++)
        if (said_aggregate(r, j) != AGGREGATE_NONE)
            return true;
    return false;
}

static void group_by(struct reading *r, uint32_t each, uint32_t name)
{
    if (said_column(r, name))
        r->group_column = r->items[name].column;
    else
        r->group_table = r->items[name].table;
    claim(r, each);

    claim(r, name);
}

void read_grouping(struct reading *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t name = said_after(r, i);
        if (r->items[i].claimed || name == NO_MENTION || r->items[name].claimed)
            continue;
        if (said_trigger(r, name, TRIGGER_DISTINCT))
            name = said_after(r, name);
        if (name == NO_MENTION)
            continue;
        uint32_t of = said_after(r, name);
        if (said_kind(r, name, MENTION_WORD) && said_trigger(r, of, TRIGGER_OF) &&
            said_column(r, said_after(r, of)))
            name = said_after(r, of); /* "each type of ownership" */
        bool each = said_trigger(r, i, TRIGGER_EACH) || (is_by(r, i) && aggregate_before(r, i));
        if (each && said_name(r, name))
            group_by(r, i, name);
    }
}
