/* paired.c: draws of seeds, the same for both systems. */
#include "report/paired.h"

#include "base/rng.h"
#include "report/tally.h"
#include "score/lockstep.h"

#include <math.h>

enum { DRAWS = 2000, RANDOM_SEED = 1 };

/* The share of one seed in a group. An error in some runs counts as a fraction. */
struct contribution {
    uint32_t seed; /* its number */
    uint32_t cases;
    double errors_a, errors_b;
};

struct paired_group {
    struct paired sums;
    double errors_a, errors_b;
    struct share *runs_a, *runs_b; /* errors of each run */
    uint64_t differ;               /* cases in which the two differ */
    struct contribution *seeds;
    uint32_t n_seeds;
};

struct paired_sums {
    struct arena *arena;
    uint32_t runs_a, runs_b;
    const struct run_cases *a, *b; /* of the current batch */
    enum truth *bad_a, *bad_b;     /* of the current case, by run */
    struct paired_group **groups;  /* the first is all cases */
    uint32_t n_groups;
    struct paired_group *wrong;
    uint32_t others, lost, same; /* as in struct paired_list */
};

static struct paired_group *new_group(struct paired_sums *c, struct str relation)
{
    struct paired_group *g = ARENA_NEW(c->arena, struct paired_group);
    g->sums.relation =
        arena_str_or_null(c->arena, relation); /* the batch that holds it is released */
    g->runs_a = arena_zalloc(c->arena, c->runs_a * sizeof *g->runs_a);
    g->runs_b = arena_zalloc(c->arena, c->runs_b * sizeof *g->runs_b);
    return g;
}

static struct paired_group *push_group(struct paired_sums *c, struct str relation)
{
    ARENA_PUSH(c->arena, c->groups, c->n_groups);
    return c->groups[c->n_groups++] = new_group(c, relation);
}

static struct paired_group *group_of(struct paired_sums *c, struct str relation)
{
    for (uint32_t i = 1; i < c->n_groups; i++)
        if (str_eq(c->groups[i]->sums.relation, relation))
            return c->groups[i];
    return push_group(c, relation);
}

/* Over the runs in which it is known; negative if there are none. */
static double bad_share(const enum truth *bad, uint32_t n)
{
    struct share s = {0, 0};
    for (uint32_t i = 0; i < n; i++)
        share_add(&s, bad[i]);
    return share_known_rate(s);
}

static void add_runs(struct share *runs, const enum truth *bad, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        share_add(&runs[i], bad[i]);
}

static struct contribution *contribution_of(struct paired_sums *c, struct paired_group *g,
                                            uint32_t seed)
{
    if (g->n_seeds == 0 || g->seeds[g->n_seeds - 1].seed != seed)
        ARENA_ADD(c->arena, g->seeds, g->n_seeds, (struct contribution){.seed = seed});
    return &g->seeds[g->n_seeds - 1];
}

/* Add the current case, if it is known for both systems. */
static void add_seed_case(struct paired_sums *c, struct paired_group *g, uint32_t seed)
{
    const double most = 0.5;
    double a = bad_share(c->bad_a, c->runs_a), b = bad_share(c->bad_b, c->runs_b);
    if (a < 0 || b < 0)
        return;
    struct contribution *s = contribution_of(c, g, seed);
    s->cases++;
    s->errors_a += a;
    s->errors_b += b;
    g->errors_a += a;
    g->errors_b += b;
    g->differ += a != b;
    g->sums.cases++;
    g->sums.only_a += a > most && b <= most;
    g->sums.only_b += b > most && a <= most;
    g->sums.both += a > most && b > most;
    add_runs(g->runs_a, c->bad_a, c->runs_a);
    add_runs(g->runs_b, c->bad_b, c->runs_b);
}

struct case_pairs case_pairs_of(struct arena *a, const struct run_cases *x,
                                const struct run_cases *y)
{
    struct case_pairs pairs = {.all = ARENA_ARRAY(a, struct case_pair, x->count),
                               .items = ARENA_ARRAY(a, struct case_pair, x->count)};
    for (uint32_t i = 0; i < x->count; i++) {
        uint32_t place = name_map_get(&y->places, x->items[i].key);
        if (place == NAME_NONE)
            continue;
        struct case_pair p = {&x->items[i], &y->items[place]};
        if (!verdicts_match(p.a->first, p.b->first)) {
            pairs.others++;
            continue;
        }
        bool in_a = run_case_fate(x, p.a).judged > 0, in_b = run_case_fate(y, p.b).judged > 0;
        pairs.all[pairs.n_all++] = p;
        if (in_a && in_b)
            pairs.items[pairs.count++] = p;
        else
            pairs.lost += in_a;
    }
    return pairs;
}

/* Errors */

static void find_errors(const struct run_cases *all, const struct run_case *c, enum truth *bad)
{
    for (uint32_t r = 0; r < all->runs.count; r++) {
        const struct verdict *v = c->verdicts[r];
        bad[r] = !v || !cause_is_judged(v->cause) ? UNKNOWN : cause_is_error(v->cause) ? YES : NO;
    }
}

static void add_pairs(struct paired_sums *c, const struct case_pairs *pairs)
{
    for (uint32_t i = 0; i < pairs->count; i++) {
        const struct case_pair *p = &pairs->items[i];
        find_errors(c->a, p->a, c->bad_a);
        find_errors(c->b, p->b, c->bad_b);
        add_seed_case(c, c->groups[0], p->a->seed->number);
        add_seed_case(c, group_of(c, p->a->first->relation), p->a->seed->number);
    }
}

/* Wrong answers */

enum answer_to { TO_SEED, TO_CASE };
enum right_by { BY_EXECUTION, BY_EXACT };

static enum truth opposite(enum truth t)
{
    return t == YES ? NO : t == NO ? YES : UNKNOWN;
}

static void find_wrong(const struct run_cases *all, const struct run_case *c, enum answer_to to,
                       enum right_by by, enum truth *bad)
{
    for (uint32_t r = 0; r < all->runs.count; r++) {
        const struct verdict *v = c->verdicts[r];
        struct truths right = !v              ? (struct truths){UNKNOWN, UNKNOWN, UNKNOWN}
                              : to == TO_CASE ? v->right
                                              : all->runs.items[r]->seeds[v->seed].right;
        bad[r] = opposite(by == BY_EXECUTION ? right.execution : right.exact);
    }
}

/* By execution if that is known for both, else by exact set match. */
static void add_wrong(struct paired_sums *c, struct paired_group *g, const struct case_pair *p,
                      enum answer_to to)
{
    for (enum right_by by = BY_EXECUTION; by <= BY_EXACT; by++) {
        find_wrong(c->a, p->a, to, by, c->bad_a);
        find_wrong(c->b, p->b, to, by, c->bad_b);
        if (bad_share(c->bad_a, c->runs_a) >= 0 && bad_share(c->bad_b, c->runs_b) >= 0)
            break;
    }
    add_seed_case(c, g, p->a->seed->number);
}

/* Add the answers to the cases, and the answer to each of their seeds once. */
static void add_all_wrong(struct paired_sums *c, struct paired_group *g,
                          const struct case_pairs *pairs)
{
    for (uint32_t i = 0; i < pairs->n_all; i++) {
        const struct case_pair *p = &pairs->all[i];
        if (i == 0 || p->a->seed->number != p[-1].a->seed->number)
            add_wrong(c, g, p, TO_SEED);
        add_wrong(c, g, p, TO_CASE);
    }
}

/* Certainty */

static double draw_difference(const struct paired_group *g, struct rng *rng)
{
    uint64_t cases = 0;
    double difference = 0;
    for (uint32_t i = 0; i < g->n_seeds; i++) {
        const struct contribution *s = &g->seeds[rng_below(rng, g->n_seeds)];
        cases += s->cases;
        difference += s->errors_b - s->errors_a;
    }
    return difference / (double)cases;
}

/* All seeds that were not asked may be worse, or better. */
static struct interval with_unseen(struct interval x, double difference, double unseen)
{
    struct interval range = {difference - unseen * (1 + difference),
                             difference + unseen * (1 - difference)};
    return interval_join(x, range);
}

/* Do the systems differ in so few seeds that coin tosses could have put all of them on one side
 * (sign test)? */
static bool could_be_coins(const struct paired_group *g, double certainty)
{
    const double noise = 1e-9; /* of adding fractions */
    uint32_t differ = 0;
    for (uint32_t i = 0; i < g->n_seeds; i++)
        differ += fabs(g->seeds[i].errors_a - g->seeds[i].errors_b) > noise;
    return pow(0.5, differ - 1.0) > 1 - certainty;
}

/* Draws from few seeds vary too little; the last factor corrects that. */
static struct variance seed_variance(const struct paired_group *g, const double *draws)
{
    double difference = g->sums.rate_b - g->sums.rate_a, sum = 0, freedom = g->n_seeds - 1.0;
    for (int i = 0; i < DRAWS; i++)
        sum += (draws[i] - difference) * (draws[i] - difference);
    return g->n_seeds > 1 ? (struct variance){sum / DRAWS * g->n_seeds / freedom, freedom}
                          : (struct variance){0, 0};
}

static struct interval interval_of(const struct paired_group *g, double *draws,
                                   struct variance runs, double certainty)
{
    double difference = g->sums.rate_b - g->sums.rate_a;
    struct variance seeds = seed_variance(g, draws);
    struct interval x = interval_of_draws(draws, DRAWS, certainty);
    if (g->n_seeds < 2 || g->differ == 0) {
        x = with_unseen(x, difference, interval_unseen(g->n_seeds, (1 + certainty) / 2));
        return interval_with_runs(x, difference, seeds, runs, certainty);
    }
    x = interval_expand(x, difference, g->n_seeds, certainty);
    x = interval_with_runs(x, difference, seeds, runs, certainty);
    return could_be_coins(g, certainty) ? interval_join(x, (struct interval){0, 0}) : x;
}

/* Student's factor for few seeds can exceed the largest difference of two rates. */
static struct interval possible_difference(struct interval x)
{
    return (struct interval){fmax(x.low, -1), fmin(x.high, 1)};
}

static struct spread runs_of(struct arena *a, const struct share *runs, uint32_t n)
{
    double *rates = ARENA_ARRAY(a, double, n);
    for (uint32_t i = 0; i < n; i++)
        rates[i] = share_known_rate(runs[i]);
    return spread_of(rates, n);
}

static void find_interval(const struct paired_sums *c, struct paired_group *g, double certainty)
{
    double differences[DRAWS];
    struct paired *p = &g->sums;
    struct rng rng = rng_stream(RANDOM_SEED, STR("paired"), 0);
    if (g->n_seeds == 0)
        return;
    for (int i = 0; i < DRAWS; i++)
        differences[i] = draw_difference(g, &rng);
    p->rate_a = g->errors_a / (double)p->cases;
    p->rate_b = g->errors_b / (double)p->cases;
    p->runs_a = runs_of(c->arena, g->runs_a, c->runs_a);
    p->runs_b = runs_of(c->arena, g->runs_b, c->runs_b);
    struct variance runs = spread_variance(p->runs_a, p->runs_b);
    p->run_error = sqrt(runs.size);
    p->difference = possible_difference(interval_of(g, differences, runs, certainty));
}

/* Batch by batch */

struct paired_sums *paired_begin(struct arena *a, uint32_t runs_a, uint32_t runs_b)
{
    struct paired_sums *c = ARENA_NEW(a, struct paired_sums);
    *c = (struct paired_sums){.arena = a,
                              .runs_a = runs_a,
                              .runs_b = runs_b,
                              .bad_a = ARENA_ARRAY(a, enum truth, runs_a),
                              .bad_b = ARENA_ARRAY(a, enum truth, runs_b)};
    push_group(c, STR_NONE);
    c->wrong = new_group(c, STR("wrong"));
    return c;
}

void paired_add(struct paired_sums *c, const struct run_cases *a, const struct run_cases *b)
{
    struct arena scratch = {0};
    const struct case_pairs pairs = case_pairs_of(&scratch, a, b);
    c->a = a;
    c->b = b;
    add_pairs(c, &pairs);
    add_all_wrong(c, c->wrong, &pairs);
    c->others += pairs.others;
    c->lost += pairs.lost;
    c->same += pairs.n_all;
    arena_release(&scratch);
}

struct paired_list paired_end(struct paired_sums *c, double certainty)
{
    find_interval(c, c->wrong, certainty);
    struct paired_list list = {.items = ARENA_ARRAY(c->arena, struct paired, c->n_groups),
                               .count = c->n_groups,
                               .wrong = c->wrong->sums,
                               .others = c->others,
                               .lost = c->lost,
                               .same = c->same};
    double strict = c->n_groups > 1 ? 1 - (1 - certainty) / (c->n_groups - 1) : certainty;
    for (uint32_t i = 0; i < c->n_groups; i++) {
        find_interval(c, c->groups[i], i ? strict : certainty);
        list.items[i] = c->groups[i]->sums;
    }
    return list;
}

/* The scores of both, those of A first. */
static const struct scores **all_runs(struct arena *a, struct runs x, struct runs y)
{
    const struct scores **all = ARENA_ARRAY(a, const struct scores *, x.count + y.count);
    for (uint32_t i = 0; i < x.count + y.count; i++)
        all[i] = i < x.count ? x.items[i] : y.items[i - x.count];
    return all;
}

struct paired_list paired_compare_runs(struct arena *a, struct runs x, struct runs y,
                                       double certainty)
{
    struct arena scratch = {0}, batch = {0};
    struct paired_sums *sums = paired_begin(a, x.count, y.count);
    struct lockstep l;
    lockstep_begin(&l, all_runs(&scratch, x, y), x.count + y.count);
    while (lockstep_next(&l)) {
        const struct run_cases in_x = run_cases_of(&batch, (struct runs){l.batches, x.count}),
                               in_y = run_cases_of(&batch,
                                                   (struct runs){l.batches + x.count, y.count});
        paired_add(sums, &in_x, &in_y);
        arena_clear(&batch);
    }
    lockstep_end(&l);
    arena_release(&batch);
    arena_release(&scratch);
    return paired_end(sums, certainty);
}

struct paired_list paired_compare(struct arena *a, const struct scores *x, const struct scores *y,
                                  double certainty)
{
    return paired_compare_runs(a, (struct runs){&x, 1}, (struct runs){&y, 1}, certainty);
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
