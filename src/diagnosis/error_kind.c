/* error_kind.c: what an error of the type "others" is. */
#include "diagnosis/diagnosis.h"

/* How a part of a query came to differ. */
enum difference_way { ADDED = 1, REMOVED = 2, CHANGED = 4, ANY_WAY = ADDED | REMOVED | CHANGED };

struct error_kind_fact {
    const char *label; /* with its type */
    difference_set differences;
    unsigned ways;
};

static const struct error_kind_fact KINDS[] = {
#define ERROR_KIND(id, name, differences, ways)                                                    \
    [ERROR_KIND_##id] = {"others: " name, differences, ways},
#include "diagnosis/error_kind.def"
#undef ERROR_KIND
};

static const char *const NAMES[] = {
#define ERROR_KIND(id, name, differences, ways) [ERROR_KIND_##id] = (name),
#include "diagnosis/error_kind.def"
#undef ERROR_KIND
};

const struct name_list ERROR_KIND_NAMES = NAMES_OF(NAMES);

static enum difference_way way_of(const struct difference *d)
{
    if (d->before.len > 0)
        return d->after.len > 0 ? CHANGED : REMOVED;
    return ADDED;
}

/* All ways in which the two queries differ by one of `kinds`. */
static unsigned ways_of(const struct diagnosis *d, difference_set kinds)
{
    unsigned ways = 0;
    for (uint32_t i = 0; i < d->n_items; i++)
        if (d->items[i].kinds & kinds)
            ways |= way_of(&d->items[i]);
    return ways;
}

static bool is_of_kind(const struct diagnosis *d, const struct error_kind_fact *fact)
{
    unsigned ways = ways_of(d, fact->differences);
    return ways && !(ways & ~fact->ways);
}

enum error_kind error_kind_of(const struct diagnosis *d)
{
    if (d->type != ERROR_OTHERS)
        return ERROR_KIND_NONE;
    if (d->n_items == 0)
        return ERROR_KIND_NO_DIFFERENCE;
    for (int k = 0; k < N_ERROR_KINDS; k++)
        if (is_of_kind(d, &KINDS[k]))
            return (enum error_kind)k;
    return ERROR_KIND_NONE;
}

struct str error_label(const struct diagnosis *d)
{
    bool named = d->type == ERROR_OTHERS && d->kind != ERROR_KIND_NONE;
    return named ? str_from(KINDS[d->kind].label) : error_type_name(d->type);
}
