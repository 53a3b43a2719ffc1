/* differing.c: pairing the cases of several systems by seed and id. */
#include "report/differing.h"

#include <stdlib.h>

/* All cases of all systems. */
struct case_union {
    struct differing_case *items;
    uint32_t count;
    struct name_map places; /* by the key of a run_case */
};

static struct differing_case *new_case(struct case_union *u, struct arena *a, struct str key)
{
    name_map_put(&u->places, a, key, u->count);
    ARENA_PUSH(a, u->items, u->count);
    struct differing_case *c = &u->items[u->count++];
    for (uint32_t s = 0; s < COMPARED_MAX; s++)
        c->outcomes[s] = (struct system_outcome){.place = PLACE_NONE};
    return c;
}

/* The verdict of the first system that has the case. */
static const struct verdict *first_verdict(const struct differing_case *c,
                                           const struct run_cases *systems)
{
    uint32_t s = 0;
    while (c->outcomes[s].place == PLACE_NONE)
        s++;
    return &systems[s].runs.items[c->outcomes[s].run]->cases[c->outcomes[s].place];
}

/* Does the run agree with the majority? If no run judged the case, any run does. */
static bool stands_for(const struct verdict *v, struct fate f)
{
    return v && (f.judged == 0 ||
                 (cause_is_judged(v->cause) && cause_is_error(v->cause) == fate_is_broken(f)));
}

static struct system_outcome outcome_of(const struct run_cases *all, const struct run_case *c)
{
    struct system_outcome o = {.fate = run_case_fate(all, c)};
    while (!stands_for(c->verdicts[o.run], o.fate))
        o.run++;
    o.place = (uint32_t)(c->verdicts[o.run] - all->runs.items[o.run]->cases);
    return o;
}

static void add_system(struct case_union *u, struct arena *a, const struct run_cases *systems,
                       uint32_t s)
{
    const struct run_cases *all = &systems[s];
    for (uint32_t i = 0; i < all->count; i++) {
        const struct run_case *c = &all->items[i];
        uint32_t known = name_map_get(&u->places, c->key);
        if (known == NAME_NONE)
            new_case(u, a, c->key)->outcomes[s] = outcome_of(all, c);
        else if (verdicts_match(first_verdict(&u->items[known], systems), c->first))
            u->items[known].outcomes[s] = outcome_of(all, c);
    }
}

static bool case_differs(const struct differing_case *c, uint32_t n)
{
    bool broken = false, held = false;
    for (uint32_t s = 0; s < n; s++) {
        struct fate f = c->outcomes[s].fate;
        broken = broken || fate_is_broken(f);
        held = held || (f.judged > 0 && !fate_is_broken(f));
    }
    return broken && held;
}

static struct differing_list all_differing(struct arena *a, const struct run_cases *systems,
                                           uint32_t n)
{
    struct case_union all = {0};
    name_map_init_exact(&all.places, a, n > 0 ? systems[0].count : 0);
    for (uint32_t s = 0; s < n; s++)
        add_system(&all, a, systems, s);
    struct differing_list list = {.items = all.items};
    for (uint32_t i = 0; i < all.count; i++)
        if (case_differs(&all.items[i], n))
            list.items[list.count++] = all.items[i];
    list.total = list.count;
    return list;
}

uint32_t differing_count(const struct run_cases *systems, uint32_t n)
{
    struct arena a = {0};
    uint32_t count = all_differing(&a, systems, n).count;
    arena_release(&a);
    return count;
}

/* A random sample */

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

static void draw_sample(struct arena *a, struct differing_list *list,
                        const struct run_cases *systems, uint32_t max)
{
    struct drawn_case *drawn = ARENA_ARRAY(a, struct drawn_case, list->count);
    for (uint32_t i = 0; i < list->count; i++)
        drawn[i] = (struct drawn_case){hash_bytes(first_verdict(&list->items[i], systems)->id), i};
    qsort(drawn, list->count, sizeof *drawn, by_hash);
    qsort(drawn, max, sizeof *drawn, by_place);
    for (uint32_t i = 0; i < max; i++)
        list->items[i] = list->items[drawn[i].place];
    list->count = max;
}

struct differing_list differing_cases(struct arena *a, const struct runs *systems, uint32_t n,
                                      uint32_t max)
{
    struct run_cases cases[COMPARED_MAX];
    for (uint32_t s = 0; s < n; s++)
        cases[s] = run_cases_of(a, systems[s]);
    struct differing_list list = all_differing(a, cases, n);
    if (list.count > max)
        draw_sample(a, &list, cases, max);
    return list;
}
