/* figures.c: groups of cases in each run, then the spread of what they give. */
#include "report/figures.h"

#include "spider/hardness.h"

static const char *const SEED_FIGURES[] = {"seeds_right_execution", "seeds_right_exact"};

const char *figure_name(uint32_t figure)
{
    return figure < N_MEASURES ? measure_name((enum measure)figure)
                               : SEED_FIGURES[figure - N_MEASURES];
}

/* Levels of hardness, as they are shown. */
static const struct {
    struct str label;
    unsigned levels; /* a bit for each enum hardness, and one more for seeds without a level */
} LEVELS[] = {
    {STR_INIT("easy"), 1U << HARDNESS_EASY},
    {STR_INIT("medium"), 1U << HARDNESS_MEDIUM},
    {STR_INIT("hard"), 1U << HARDNESS_HARD},
    {STR_INIT("extra"), 1U << HARDNESS_EXTRA},
    {STR_INIT("not rated"), 1U << N_HARDNESS},
    {STR_INIT("hard+extra"), 1U << HARDNESS_HARD | 1U << HARDNESS_EXTRA},
};

enum { N_LEVELS = COUNT_OF(LEVELS) };

static unsigned level_of(struct str hardness)
{
    for (unsigned h = 0; h < N_HARDNESS; h++)
        if (hardness.ptr && str_eq(hardness, hardness_name((enum hardness)h)))
            return 1U << h;
    return 1U << N_HARDNESS;
}

enum dimension { BY_RELATION, OF_ALL, BY_HARDNESS, N_DIMENSIONS };

static const char *const DIMENSIONS[] = {"relation", "all", "hardness"};

/* Which cases and seeds make up a group. */
struct group_key {
    enum dimension dimension;
    struct str label;
    unsigned levels; /* of hardness; relations have no seeds */
};

static bool has_tally(const struct group_key *k, const struct tally *t)
{
    return k->dimension == BY_RELATION   ? str_eq(t->label, k->label)
           : k->dimension == BY_HARDNESS ? (level_of(t->label) & k->levels) != 0
                                         : true;
}

/* Adding up */

/* The seeds of one level of hardness in one run. */
struct level_seeds {
    uint64_t seeds;
    struct share execution, exact; /* right */
};

struct run_sums {
    struct tallying *hardness;
    struct level_seeds seeds[N_HARDNESS + 1];
    struct tally_list lists[N_DIMENSIONS]; /* in the end */
};

struct figure_sums {
    struct arena *arena;
    uint32_t n_runs;
    struct run_sums *runs;
    struct tallying *together[N_DIMENSIONS];
};

static const enum tally_by TALLY_BY[] = {TALLY_BY_RELATION, TALLY_ALL, TALLY_BY_HARDNESS};

struct figure_sums *figures_begin(struct arena *a, uint32_t n_runs)
{
    struct figure_sums *f = ARENA_NEW(a, struct figure_sums);
    *f = (struct figure_sums){
        .arena = a, .n_runs = n_runs, .runs = arena_zalloc(a, n_runs * sizeof *f->runs)};
    for (uint32_t r = 0; r < n_runs; r++)
        f->runs[r].hardness = tally_begin(a, TALLY_BY_HARDNESS, NULL);
    for (int d = 0; d < N_DIMENSIONS; d++)
        f->together[d] = tally_begin(a, TALLY_BY[d], NULL);
    return f;
}

static void add_level_seed(struct level_seeds *levels, const struct seed_verdict *s)
{
    unsigned level = 0;
    while (1U << level != level_of(s->hardness))
        level++;
    levels[level].seeds++;
    share_add(&levels[level].execution, s->right.execution);
    share_add(&levels[level].exact, s->right.exact);
}

void figures_add(struct figure_sums *f, struct runs runs, const struct scores *together)
{
    for (uint32_t r = 0; r < runs.count; r++) {
        const struct scores *batch = runs.items[r];
        tally_add(f->runs[r].hardness, batch);
        for (uint32_t i = 0; i < batch->n_seeds; i++)
            add_level_seed(f->runs[r].seeds, &batch->seeds[i]);
    }
    for (int d = 0; d < N_DIMENSIONS; d++)
        tally_add(f->together[d], together);
}

/* A group in one run. */
struct run_group {
    uint64_t seeds, cases, judged, errors;
    struct share figures[N_FIGURES];
};

static void join_shares(struct share *to, struct share s)
{
    to->yes += s.yes;
    to->of += s.of;
}

static void add_tally(struct run_group *g, const struct tally *t)
{
    g->cases += t->cases;
    g->judged += t->judged;
    g->errors += t->errors;
    for (enum measure m = 0; m < N_MEASURES; m++)
        join_shares(&g->figures[m], tally_share(t, m));
}

static void add_seeds(struct run_group *g, const struct level_seeds *seeds)
{
    g->seeds += seeds->seeds;
    join_shares(&g->figures[FIGURE_SEEDS_EXECUTION], seeds->execution);
    join_shares(&g->figures[FIGURE_SEEDS_EXACT], seeds->exact);
}

static struct run_group group_in(const struct run_sums *run, const struct group_key *k)
{
    struct run_group g = {0};
    const struct tally_list *list = &run->lists[k->dimension];
    for (uint32_t i = 0; i < list->count; i++)
        if (has_tally(k, &list->items[i]))
            add_tally(&g, &list->items[i]);
    for (unsigned level = 0; level <= N_HARDNESS; level++)
        if (k->levels & 1U << level)
            add_seeds(&g, &run->seeds[level]);
    return g;
}

/* Two levels of hardness together have no interval. */
static struct interval interval_in(const struct tally_list *together, const struct group_key *k)
{
    const struct tally_list *list = &together[k->dimension];
    const struct tally *found = NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->count; i++)
        if (has_tally(k, &list->items[i])) {
            found = &list->items[i];
            n++;
        }
    return n == 1 && found->judged ? found->interval : (struct interval){-1, -1};
}

/* The runs */

/* The spread of one figure, at offset `place` of each run's group. */
static struct spread count_spread(struct arena *a, const struct run_group *groups, uint32_t n,
                                  size_t place)
{
    double *values = ARENA_ARRAY(a, double, n);
    for (uint32_t r = 0; r < n; r++)
        values[r] = (double)*(const uint64_t *)((const char *)&groups[r] + place);
    return spread_of(values, n);
}

static struct spread share_spread(struct arena *a, const struct run_group *groups, uint32_t n,
                                  uint32_t figure)
{
    double *values = ARENA_ARRAY(a, double, n);
    for (uint32_t r = 0; r < n; r++)
        values[r] = share_known_rate(groups[r].figures[figure]);
    return spread_of(values, n);
}

static struct figure_group spread_group(struct arena *a, const struct run_sums *runs, uint32_t n,
                                        const struct group_key *k)
{
    struct run_group *groups = ARENA_ARRAY(a, struct run_group, n);
    for (uint32_t r = 0; r < n; r++)
        groups[r] = group_in(&runs[r], k);
    struct figure_group g = {
        .dimension = DIMENSIONS[k->dimension],
        .label = k->label,
        .seeds = count_spread(a, groups, n, offsetof(struct run_group, seeds)),
        .cases = count_spread(a, groups, n, offsetof(struct run_group, cases)),
        .judged = count_spread(a, groups, n, offsetof(struct run_group, judged)),
        .errors = count_spread(a, groups, n, offsetof(struct run_group, errors)),
    };
    for (uint32_t f = 0; f < N_FIGURES; f++)
        g.figures[f] = share_spread(a, groups, n, f);
    return g;
}

/* The group at a place of the list: relations, all, levels of hardness. */
static struct group_key key_at(uint32_t place, const struct str *relations, uint32_t n_relations)
{
    if (place < n_relations)
        return (struct group_key){BY_RELATION, relations[place], 0};
    if (place == n_relations)
        return (struct group_key){OF_ALL, STR("all"), ~0U};
    uint32_t level = place - n_relations - 1;
    return (struct group_key){BY_HARDNESS, LEVELS[level].label, LEVELS[level].levels};
}

/* Relations and all cases are in the sums of each run already. */
static void end_runs(struct figure_sums *f, const struct robustness *sums)
{
    for (uint32_t r = 0; r < f->n_runs; r++) {
        struct tally *all = ARENA_NEW(f->arena, struct tally);
        *all = sums[r].all;
        f->runs[r].lists[BY_RELATION] = sums[r].relations;
        f->runs[r].lists[OF_ALL] = (struct tally_list){all, 1};
        f->runs[r].lists[BY_HARDNESS] = tally_end(f->runs[r].hardness);
    }
}

struct figure_list figures_end(struct figure_sums *f, const struct robustness *sums,
                               const struct str *relations, uint32_t n_relations)
{
    struct arena *a = f->arena;
    uint32_t n = n_relations + 1 + N_LEVELS;
    struct figure_list list = {.items = ARENA_ARRAY(a, struct figure_group, n),
                               .count = n,
                               .all = n_relations,
                               .hard_too = n - 1};
    struct tally_list together[N_DIMENSIONS];
    end_runs(f, sums);
    for (int d = 0; d < N_DIMENSIONS; d++)
        together[d] = tally_end(f->together[d]);
    for (uint32_t i = 0; i < n; i++) {
        const struct group_key k = key_at(i, relations, n_relations);
        list.items[i] = spread_group(a, f->runs, f->n_runs, &k);
        list.items[i].interval = interval_in(together, &k);
    }
    return list;
}
