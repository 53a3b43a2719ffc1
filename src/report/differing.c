/* differing.c: pairing the cases of several scores by id. */
#include "report/differing.h"

#include "base/hash.h"
#include "report/paired.h"

#include <stdlib.h>

/* All cases of all scores. */
struct case_union {
    struct differing_case *items;
    uint32_t count;
    struct name_map ids;
};

static struct differing_case *new_case(struct case_union *u, struct arena *a, struct str id)
{
    name_map_put(&u->ids, a, id, u->count);
    ARENA_PUSH(a, u->items, u->count);
    struct differing_case *c = &u->items[u->count++];
    for (uint32_t s = 0; s < COMPARED_MAX; s++)
        c->places[s] = PLACE_NONE;
    return c;
}

/* The verdict of the first scores that have the case. */
static const struct verdict *first_verdict(const struct differing_case *c,
                                           const struct scores *const *scores)
{
    uint32_t s = 0;
    while (c->places[s] == PLACE_NONE)
        s++;
    return &scores[s]->cases[c->places[s]];
}

static void add_scores(struct case_union *u, struct arena *a, const struct scores *const *scores,
                       uint32_t s)
{
    for (uint32_t i = 0; i < scores[s]->n_cases; i++) {
        const struct verdict *v = &scores[s]->cases[i];
        uint32_t known = name_map_get(&u->ids, v->id);
        if (known == NAME_NONE)
            new_case(u, a, v->id)->places[s] = i;
        else if (verdicts_match(first_verdict(&u->items[known], scores), v))
            u->items[known].places[s] = i;
    }
}

static bool differs(const struct differing_case *c, const struct scores *const *scores, uint32_t n)
{
    bool broken = false, held = false;
    for (uint32_t s = 0; s < n; s++) {
        if (c->places[s] == PLACE_NONE)
            continue;
        enum cause cause = scores[s]->cases[c->places[s]].cause;
        broken = broken || cause_is_error(cause);
        held = held || (cause_is_judged(cause) && !cause_is_error(cause));
    }
    return broken && held;
}

/* A fair part */

struct drawn_case {
    uint64_t hash;
    uint32_t place; /* in the list */
};

static int by_hash(const void *a, const void *b)
{
    const struct drawn_case *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

static int by_place(const void *a, const void *b)
{
    const struct drawn_case *x = a, *y = b;
    return x->place < y->place ? -1 : x->place > y->place;
}

static void draw(struct arena *a, struct differing_list *list, const struct scores *const *scores,
                 uint32_t max)
{
    struct drawn_case *drawn = ARENA_ARRAY(a, struct drawn_case, list->count);
    for (uint32_t i = 0; i < list->count; i++)
        drawn[i] = (struct drawn_case){hash_bytes(first_verdict(&list->items[i], scores)->id), i};
    qsort(drawn, list->count, sizeof *drawn, by_hash);
    qsort(drawn, max, sizeof *drawn, by_place);
    for (uint32_t i = 0; i < max; i++)
        list->items[i] = list->items[drawn[i].place];
    list->count = max;
}

struct differing_list differing_cases(struct arena *a, const struct scores *const *scores,
                                      uint32_t n, uint32_t max)
{
    struct case_union all = {0};
    name_map_init_exact(&all.ids, a, scores[0]->n_cases);
    for (uint32_t s = 0; s < n; s++)
        add_scores(&all, a, scores, s);
    struct differing_list list = {.items = all.items};
    for (uint32_t i = 0; i < all.count; i++)
        if (differs(&all.items[i], scores, n))
            list.items[list.count++] = all.items[i];
    list.total = list.count;
    if (list.count > max)
        draw(a, &list, scores, max);
    return list;
}
