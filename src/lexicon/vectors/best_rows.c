/* best_rows.c: a heap of the best so far, the worst of them on top. */
#include "lexicon/vectors/best_rows.h"

#include "lexicon/vectors/row.h"

#include <math.h>

/* An order without ties, so that it does not matter who comes first. */
static inline bool is_worse(struct ranked_row a, struct ranked_row b)
{
    return a.similarity < b.similarity || (a.similarity == b.similarity && a.row > b.row);
}

/* Put `item` where the heap has a hole, moving the hole down. */
static void sink(struct best_rows *b, uint32_t hole, struct ranked_row item)
{
    for (uint32_t child; (child = 2 * hole + 1) < b->count; hole = child) {
        if (child + 1 < b->count && is_worse(b->items[child + 1], b->items[child]))
            child++;
        if (!is_worse(b->items[child], item))
            break;
        b->items[hole] = b->items[child];
    }
    b->items[hole] = item;
}

static void rise(struct best_rows *b, uint32_t hole, struct ranked_row item)
{
    for (uint32_t parent; hole > 0; hole = parent) {
        parent = (hole - 1) / 2;
        if (!is_worse(item, b->items[parent]))
            break;
        b->items[hole] = b->items[parent];
    }
    b->items[hole] = item;
}

static inline void offer(struct best_rows *b, struct ranked_row item)
{
    if (isnan(item.similarity)) /* of a damaged cache: has no place in any order */
        return;
    if (b->count < b->room)
        rise(b, b->count++, item);
    else if (is_worse(b->items[0], item))
        sink(b, 0, item);
}

/* Best first: the worst goes to the end, again and again. */
static void sort(struct best_rows *b)
{
    uint32_t count = b->count;
    while (b->count > 1) {
        struct ranked_row worst = b->items[0], last = b->items[--b->count];
        sink(b, 0, last);
        b->items[b->count] = worst;
    }
    b->count = count;
}

struct best_rows best_rows_find(struct arena *a, const struct vectors *v, const float *vector,
                                uint32_t k, uint32_t among)
{
    uint32_t n = among && among < v->words.count ? among : v->words.count;
    struct best_rows best = {.room = k < n ? k : n};
    best.items = ARENA_ARRAY(a, struct ranked_row, best.room ? best.room : 1);
    for (uint32_t row = 0; row < n && best.room; row++) {
        const float *at = v->rows + (size_t)row * v->stride;
        offer(&best, (struct ranked_row){row_dot(at, vector, v->stride), row});
    }
    sort(&best);
    return best;
}
