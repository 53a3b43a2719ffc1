/* paired.c: drawing seeds for two systems at once. */
#include "report/paired.h"

#include "base/hash.h"
#include "base/rng.h"

#include <math.h>

enum { DRAWS = 2000, RANDOM_SEED = 1 };

/* What one seed contributes to a group. */
struct contribution {
    uint32_t seed; /* its number */
    uint32_t cases, errors_a, errors_b;
};

struct paired_group {
    struct paired sums;
    uint64_t errors_a, errors_b;
    struct contribution *seeds;
    uint32_t n_seeds;
};

struct paired_scores {
    struct arena *arena;
    struct paired_group **groups; /* the first is of all together */
    uint32_t n_groups;
};

static struct paired_group *new_group(struct paired_scores *c, struct str relation)
{
    struct paired_group *g = ARENA_NEW(c->arena, struct paired_group);
    g->sums.relation = relation;
    ARENA_PUSH(c->arena, c->groups, c->n_groups);
    return c->groups[c->n_groups++] = g;
}

static struct paired_group *group_of(struct paired_scores *c, struct str relation)
{
    for (uint32_t i = 1; i < c->n_groups; i++)
        if (str_eq(c->groups[i]->sums.relation, relation))
            return c->groups[i];
    return new_group(c, relation);
}

static void add(struct paired_scores *c, struct paired_group *g, uint32_t seed, bool error_a,
                bool error_b)
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

bool verdicts_match(const struct verdict *a, const struct verdict *b)
{
    return a->digest == 0 || b->digest == 0 || a->digest == b->digest;
}

struct case_pairs case_pairs_of(struct arena *a, const struct scores *x, const struct scores *y)
{
    struct case_pairs pairs = {.all = ARENA_ARRAY(a, struct case_pair, x->n_cases),
                               .items = ARENA_ARRAY(a, struct case_pair, x->n_cases)};
    struct name_map ids;
    name_map_init(&ids, a, y->n_cases);
    for (uint32_t i = 0; i < y->n_cases; i++)
        name_map_put(&ids, a, y->cases[i].id, i);
    for (uint32_t i = 0; i < x->n_cases; i++) {
        uint32_t place = name_map_get(&ids, x->cases[i].id);
        if (place == NAME_NONE)
            continue;
        struct case_pair p = {&x->cases[i], &y->cases[place]};
        if (!verdicts_match(p.a, p.b)) {
            pairs.others++;
            continue;
        }
        pairs.all[pairs.n_all++] = p;
        if (cause_is_judged(p.a->cause) && cause_is_judged(p.b->cause))
            pairs.items[pairs.count++] = p;
        else
            pairs.lost += cause_is_judged(p.a->cause);
    }
    return pairs;
}

static void add_pairs(struct paired_scores *c, const struct scores *x,
                      const struct case_pairs *pairs)
{
    for (uint32_t i = 0; i < pairs->count; i++) {
        const struct verdict *a = pairs->items[i].a;
        bool error_a = cause_is_error(a->cause), error_b = cause_is_error(pairs->items[i].b->cause);
        uint32_t seed = x->seeds[a->seed].number;
        add(c, c->groups[0], seed, error_a, error_b);
        add(c, group_of(c, a->relation), seed, error_a, error_b);
    }
}

/* By execution where that is known of both, else by exact set match. */
static void add_wrong(struct paired_scores *c, struct paired_group *g, uint32_t seed,
                      const struct truths *a, const struct truths *b)
{
    bool by_execution = a->execution != UNKNOWN && b->execution != UNKNOWN;
    enum truth x = by_execution ? a->execution : a->exact;
    enum truth y = by_execution ? b->execution : b->exact;
    if (x != UNKNOWN && y != UNKNOWN)
        add(c, g, seed, x == NO, y == NO);
}

/* Of the cases, and once for each of their seeds of the answer to it. */
static void add_all_wrong(struct paired_scores *c, struct paired_group *g, const struct scores *x,
                          const struct scores *y, const struct case_pairs *pairs)
{
    for (uint32_t i = 0; i < pairs->n_all; i++) {
        const struct case_pair *p = &pairs->all[i];
        const struct seed_verdict *seed = &x->seeds[p->a->seed];
        if (i == 0 || p->a->seed != pairs->all[i - 1].a->seed)
            add_wrong(c, g, seed->number, &seed->right, &y->seeds[p->b->seed].right);
        add_wrong(c, g, seed->number, &p->a->right, &p->b->right);
    }
}

static double draw(const struct paired_group *g, struct rng *rng)
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

/* Seeds that were not asked may be all of them worse, or better. */
static struct interval with_unseen(struct interval x, double difference, double unseen)
{
    struct interval range = {difference - unseen * (1 + difference),
                             difference + unseen * (1 - difference)};
    return interval_join(x, range);
}

/* Of so few seeds that tell the two apart a coin for each could have made all fall on one side
 * (sign test). */
static bool could_be_coins(const struct paired_group *g, double certainty)
{
    uint32_t differ = 0;
    for (uint32_t i = 0; i < g->n_seeds; i++)
        differ += g->seeds[i].errors_a != g->seeds[i].errors_b;
    return pow(0.5, differ - 1.0) > 1 - certainty;
}

static struct interval interval_of(const struct paired_group *g, double *draws, double certainty)
{
    double difference = g->sums.rate_b - g->sums.rate_a;
    struct interval x = interval_of_draws(draws, DRAWS, certainty);
    if (g->n_seeds < 2 || g->sums.only_a + g->sums.only_b == 0)
        return with_unseen(x, difference, interval_unseen(g->n_seeds, (1 + certainty) / 2));
    x = interval_expand(x, difference, g->n_seeds, certainty);
    return could_be_coins(g, certainty) ? interval_join(x, (struct interval){0, 0}) : x;
}

/* Student's factor for few seeds leads beyond what two rates can differ by. */
static struct interval possible(struct interval x)
{
    return (struct interval){fmax(x.low, -1), fmin(x.high, 1)};
}

static void find_interval(struct paired_group *g, double certainty)
{
    double differences[DRAWS];
    struct paired *p = &g->sums;
    struct rng rng = rng_stream(RANDOM_SEED, STR("paired"), 0);
    if (g->n_seeds == 0)
        return;
    for (int i = 0; i < DRAWS; i++)
        differences[i] = draw(g, &rng);
    p->rate_a = (double)g->errors_a / (double)p->cases;
    p->rate_b = (double)g->errors_b / (double)p->cases;
    p->difference = possible(interval_of(g, differences, certainty));
}

struct paired_list paired_compare(struct arena *a, const struct scores *x, const struct scores *y,
                                  double certainty)
{
    struct paired_scores c = {.arena = a};
    new_group(&c, (struct str){NULL, 0});
    struct case_pairs pairs = case_pairs_of(a, x, y);
    add_pairs(&c, x, &pairs);
    struct paired_group wrong = {.sums.relation = STR("wrong")};
    add_all_wrong(&c, &wrong, x, y, &pairs);
    find_interval(&wrong, certainty);
    struct paired_list list = {.items = ARENA_ARRAY(a, struct paired, c.n_groups),
                               .count = c.n_groups,
                               .wrong = wrong.sums,
                               .others = pairs.others,
                               .lost = pairs.lost,
                               .same = pairs.n_all};
    double strict = c.n_groups > 1 ? 1 - (1 - certainty) / (c.n_groups - 1) : certainty;
    for (uint32_t i = 0; i < c.n_groups; i++) {
        find_interval(c.groups[i], i ? strict : certainty);
        list.items[i] = c.groups[i]->sums;
    }
    return list;
}

bool paired_is_worse(const struct paired *p)
{
    return p->difference.low > 0;
}

bool paired_is_better(const struct paired *p)
{
    return p->difference.high < 0;
}

bool paired_lost_answers(const struct paired_list *l)
{
    return paired_is_worse(&l->wrong);
}
