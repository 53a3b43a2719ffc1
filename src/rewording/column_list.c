/* column_list.c: columns with commas and "and" between them. */
#include "rewording/column_list.h"

/* The column that the query gives and that words from `at` on name; UINT32_MAX for none. */
static uint32_t selected_at(const struct question_reading *r, uint32_t at)
{
    for (uint32_t i = 0; i < r->parts->count; i++)
        if (r->told.items[i].manner == MANNER_WORD && r->told.items[i].start == at &&
            r->parts->items[i].kind == PART_COLUMN && r->parts->items[i].clause == IN_SELECT)
            return i;
    return UINT32_MAX;
}

/* The place behind a comma, an "and" or both. */
static uint32_t skip_joint(const struct words *w, uint32_t at)
{
    uint32_t i = at;
    i += i < w->count && str_eq(w->items[i].text, STR(","));
    i += i < w->count && str_eq(w->items[i].lower, STR("and"));
    return i;
}

/* "age", "age and country" or "age, country and height": does it end as a list of `n` should? */
static bool ends_list(const struct words *w, uint32_t joint, uint32_t n)
{
    bool comma = joint < w->count && str_eq(w->items[joint].text, STR(","));
    bool joined = joint + comma < w->count && str_eq(w->items[joint + comma].lower, STR("and"));
    return n == 1 || (joined && (n > 2 || !comma));
}

uint32_t column_lists(const struct question_reading *r, uint32_t at,
                      struct column_list out[COLUMN_LISTS_MAX])
{
    const struct words *w = &r->told.words;
    uint32_t n = 0, count = 0, first = selected_at(r, at), joint = at;
    for (uint32_t part = first; part != UINT32_MAX && count < COLUMN_LISTS_MAX;) {
        uint32_t end = r->told.items[part].end, next = skip_joint(w, end);
        out[n] = (struct column_list){first, ++count, end};
        n += ends_list(w, joint, count);
        joint = end;
        part = next > end ? selected_at(r, next) : UINT32_MAX;
    }
    return n;
}
