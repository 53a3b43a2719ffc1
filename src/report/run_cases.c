/* run_cases.c: pairing the cases of several runs by seed and id. */
#include "report/run_cases.h"

#include <stdlib.h>

bool verdicts_match(const struct verdict *a, const struct verdict *b)
{
    return a->digest == 0 || b->digest == 0 || a->digest == b->digest;
}

/* With the seed, so that batches of any size give the same pairs even if ids repeat. */
static struct str key_of(struct arena *a, const struct scores *s, const struct verdict *v)
{
    uint32_t number = s->seeds[v->seed].number;
    return ARENA_CONCAT(a, {(const char *)&number, sizeof number}, v->id);
}

static struct run_case *new_case(struct run_cases *all, struct arena *a, const struct verdict *v,
                                 struct str key, uint32_t run)
{
    const struct verdict **verdicts = ARENA_ARRAY(a, const struct verdict *, all->runs.count);
    for (uint32_t r = 0; r < all->runs.count; r++)
        verdicts[r] = NULL;
    name_map_put(&all->places, a, key, all->count);
    ARENA_PUSH(a, all->items, all->count);
    all->items[all->count] = (struct run_case){.key = key,
                                               .first = v,
                                               .seed = &all->runs.items[run]->seeds[v->seed],
                                               .verdicts = verdicts,
                                               .order = all->count};
    return &all->items[all->count++];
}

static void add_run(struct run_cases *all, struct arena *a, uint32_t run)
{
    const struct scores *s = all->runs.items[run];
    for (uint32_t i = 0; i < s->n_cases; i++) {
        const struct verdict *v = &s->cases[i];
        struct str key = key_of(a, s, v);
        uint32_t place = name_map_get(&all->places, key);
        struct run_case *c =
            place == NAME_NONE ? new_case(all, a, v, key, run) : &all->items[place];
        if (verdicts_match(c->first, v))
            c->verdicts[run] = v;
    }
}

static int by_seed(const void *a, const void *b)
{
    const struct run_case *x = a, *y = b;
    if (x->seed->number != y->seed->number)
        return x->seed->number < y->seed->number ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Cases that only later runs have were appended after all seeds. */
static void sort_by_seed(struct run_cases *all, struct arena *a)
{
    qsort(all->items, all->count, sizeof *all->items, by_seed);
    for (uint32_t i = 0; i < all->count; i++)
        name_map_put(&all->places, a, all->items[i].key, i);
}

struct run_cases run_cases_of(struct arena *a, struct runs runs)
{
    struct run_cases all = {.runs = runs};
    name_map_init_exact(&all.places, a, runs.items[0]->n_cases);
    add_run(&all, a, 0);
    uint32_t first = all.count;
    for (uint32_t r = 1; r < runs.count; r++)
        add_run(&all, a, r);
    if (all.count > first)
        sort_by_seed(&all, a);
    return all;
}

struct fate run_case_fate(const struct run_cases *all, const struct run_case *c)
{
    struct fate f = {0, 0};
    for (uint32_t r = 0; r < all->runs.count; r++)
        if (c->verdicts[r]) {
            f.judged += cause_is_judged(c->verdicts[r]->cause);
            f.errors += cause_is_error(c->verdicts[r]->cause);
        }
    return f;
}

bool fate_is_broken(struct fate f)
{
    return 2 * f.errors > f.judged;
}

/* Join the seeds of all runs; `starts` gets where those of each run begin. */
static void join_seeds(struct arena *a, struct runs runs, struct scores *out, uint32_t *starts)
{
    for (uint32_t r = 0; r < runs.count; r++) {
        starts[r] = out->n_seeds;
        out->n_seeds += runs.items[r]->n_seeds;
        out->n_cases += runs.items[r]->n_cases;
    }
    out->seeds = ARENA_ARRAY(a, struct seed_verdict, out->n_seeds);
    out->cases = ARENA_ARRAY(a, struct verdict, out->n_cases);
    for (uint32_t r = 0; r < runs.count; r++)
        if (runs.items[r]->n_seeds)
            memcpy(out->seeds + starts[r], runs.items[r]->seeds,
                   runs.items[r]->n_seeds * sizeof *out->seeds);
}

/* The run that a case was first found in. */
static uint32_t first_run(const struct run_case *c)
{
    uint32_t r = 0;
    while (!c->verdicts[r])
        r++;
    return r;
}

const struct scores *runs_together(struct arena *a, const struct run_cases *all)
{
    const struct runs runs = all->runs;
    struct scores *out = ARENA_NEW(a, struct scores);
    uint32_t *starts = ARENA_ARRAY(a, uint32_t, runs.count), seed = 0;
    join_seeds(a, runs, out, starts);
    out->by = runs.items[0]->by;
    out->n_cases = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const struct run_case *c = &all->items[i];
        if (i == 0 || c->seed->number != c[-1].seed->number)
            seed = starts[first_run(c)] + c->first->seed;
        for (uint32_t r = 0; r < runs.count; r++)
            if (c->verdicts[r]) {
                out->cases[out->n_cases] = *c->verdicts[r];
                out->cases[out->n_cases++].seed = seed;
            }
    }
    return out;
}
