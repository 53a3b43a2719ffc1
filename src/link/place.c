/* place.c: looking places up. */
#include "link/place.h"

struct str place_bare(struct str name)
{
    static const struct str THE = STR_INIT("the ");
    return str_starts(name, THE) ? str_slice(name, THE.len, name.len) : name;
}

bool place_called(struct arena *a, const struct lexicon_row *p, uint32_t field, struct str words)
{
    struct str name = plain_text(a, place_bare(p->fields[field]));
    return str_eq(name, plain_text(a, words));
}

/* "usa" and "u.s.a." are the USA, "u.s." the US. */
static struct str without_stops(struct arena *a, struct str value)
{
    char *out = arena_alloc(a, value.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < value.len; i++)
        if (value.ptr[i] != '.')
            out[n++] = value.ptr[i];
    return (struct str){out, n};
}

const struct lexicon_row *place_find(struct arena *a, const struct lexicon *l, struct str value)
{
    const struct lexicon_table *list = lexicon_table(l, STR("places"));
    struct str bare = without_stops(a, value);
    for (uint32_t i = 0; i < list->n_rows; i++)
        for (uint32_t k = PLACE_NAMES; k < list->rows[i].n_fields; k++)
            if (str_eq_nocase(place_bare(list->rows[i].fields[k]), bare))
                return &list->rows[i];
    return NULL;
}
