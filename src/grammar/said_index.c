/* said_index.c: sorted texts, and those that another text begins with. */
#include "grammar/said_index.h"

#include <stdlib.h>

static int by_text(const void *x, const void *y)
{
    const struct said_text *a = x, *b = y;
    int order = str_cmp(a->text, b->text);
    return order ? order : (a->id > b->id) - (a->id < b->id);
}

struct said_index said_index_of(struct said_text *items, uint32_t count)
{
    struct said_index out = {.items = items};
    for (uint32_t i = 0; i < count; i++)
        if (items[i].text.len > 0)
            items[out.count++] = items[i];
    if (out.count > 1)
        qsort(items, out.count, sizeof *items, by_text);
    return out;
}

struct said_walk said_walk_at(const struct said_index *index, struct str text)
{
    return (struct said_walk){.index = index, .text = text, .to = index->count};
}

/* The first in the range whose byte at the walk's depth is `byte` at least. All are longer than
 * the depth. */
static uint32_t lower_bound(const struct said_walk *w, uint32_t from, unsigned byte)
{
    uint32_t to = w->to;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if ((unsigned char)w->index->items[middle].text.ptr[w->depth] < byte)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

const struct said_text *said_next(struct said_walk *w)
{
    while (w->from < w->to) {
        const struct said_text *first = &w->index->items[w->from];
        if (first->text.len == w->depth && w->depth > 0) {
            w->from++;
            return first;
        }
        if (w->depth == w->text.len)
            return NULL;
        unsigned byte = (unsigned char)w->text.ptr[w->depth];
        w->from = lower_bound(w, w->from, byte);
        w->to = lower_bound(w, w->from, byte + 1);
        w->depth++;
    }
    return NULL;
}
