/* paired.c: drawing seeds for two systems at once. */
#include "report/paired.h"

#include "base/hash.h"
#include "base/rng.h"

#include <stdlib.h>

enum { DRAWS = 2000, RANDOM_SEED = 1 };

/* What one seed contributes to a group. */
struct contribution {
    uint32_t seed; /* its number */
    uint32_t cases, errors_a, errors_b;
};

struct group {
    struct paired sums;
    uint64_t errors_a, errors_b;
    struct contribution *seeds;
    uint32_t n_seeds;
};

struct comparing {
    struct arena *arena;
    struct group **groups; /* the first is of all together */
    uint32_t n_groups;
};

static struct group *new_group(struct comparing *c, struct str relation)
{
    struct group *g = ARENA_NEW(c->arena, struct group);
    g->sums.relation = relation;
    ARENA_PUSH(c->arena, c->groups, c->n_groups);
    return c->groups[c->n_groups++] = g;
}

static struct group *group_of(struct comparing *c, struct str relation)
{
    for (uint32_t i = 1; i < c->n_groups; i++)
        if (str_eq(c->groups[i]->sums.relation, relation))
            return c->groups[i];
    return new_group(c, relation);
}

static void add(struct comparing *c, struct group *g, uint32_t seed, bool error_a, bool error_b)
{
    if (g->n_seeds == 0 || g->seeds[g->n_seeds - 1].seed != seed) {
        ARENA_PUSH(c->arena, g->seeds, g->n_seeds);
        g->seeds[g->n_seeds++] = (struct contribution){.seed = seed};
    }
    struct contribution *s = &g->seeds[g->n_seeds - 1];
    s->cases++;
    s->errors_a += error_a;
    s->errors_b += error_b;
    g->errors_a += error_a;
    g->errors_b += error_b;
    g->sums.cases++;
    g->sums.only_a += error_a && !error_b;
    g->sums.only_b += error_b && !error_a;
    g->sums.both += error_a && error_b;
}

static void add_pairs(struct comparing *c, const struct scores *x, const struct scores *y)
{
    struct name_map ids;
    name_map_init(&ids, c->arena, y->n_cases);
    for (uint32_t i = 0; i < y->n_cases; i++)
        name_map_put(&ids, c->arena, y->cases[i].id, i);
    for (uint32_t i = 0; i < x->n_cases; i++) {
        const struct scored_case *a = &x->cases[i];
        uint32_t place = name_map_get(&ids, a->id);
        if (place == NAME_NONE || !cause_is_judged(a->cause) ||
            !cause_is_judged(y->cases[place].cause))
            continue;
        bool error_a = cause_is_error(a->cause), error_b = cause_is_error(y->cases[place].cause);
        uint32_t seed = x->seeds[a->seed].number;
        add(c, c->groups[0], seed, error_a, error_b);
        add(c, group_of(c, a->relation), seed, error_a, error_b);
    }
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double draw(const struct group *g, struct rng *rng)
{
    uint64_t cases = 0;
    int64_t difference = 0;
    for (uint32_t i = 0; i < g->n_seeds; i++) {
        const struct contribution *s = &g->seeds[rng_below(rng, g->n_seeds)];
        cases += s->cases;
        difference += (int64_t)s->errors_b - (int64_t)s->errors_a;
    }
    return (double)difference / (double)cases;
}

static void find_interval(struct group *g, double certainty)
{
    double differences[DRAWS];
    struct rng rng = rng_stream(RANDOM_SEED, STR("paired"), 0);
    if (g->n_seeds == 0)
        return;
    for (int i = 0; i < DRAWS; i++)
        differences[i] = draw(g, &rng);
    qsort(differences, DRAWS, sizeof *differences, compare_doubles);
    size_t cut = (size_t)((1 - certainty) / 2 * DRAWS);
    g->sums.low = differences[cut];
    g->sums.high = differences[DRAWS - 1 - cut];
    g->sums.rate_a = (double)g->errors_a / (double)g->sums.cases;
    g->sums.rate_b = (double)g->errors_b / (double)g->sums.cases;
}

struct paired_list paired_compare(struct arena *a, const struct scores *x, const struct scores *y,
                                  double certainty)
{
    struct comparing c = {.arena = a};
    new_group(&c, (struct str){NULL, 0});
    add_pairs(&c, x, y);
    struct paired_list list = {ARENA_ARRAY(a, struct paired, c.n_groups), c.n_groups};
    double strict = c.n_groups > 1 ? 1 - (1 - certainty) / (c.n_groups - 1) : certainty;
    for (uint32_t i = 0; i < c.n_groups; i++) {
        find_interval(c.groups[i], i ? strict : certainty);
        list.items[i] = c.groups[i]->sums;
    }
    return list;
}

bool paired_is_worse(const struct paired *p)
{
    return p->low > 0;
}

bool paired_is_better(const struct paired *p)
{
    return p->high < 0;
}
