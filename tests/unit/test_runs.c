/* test_runs.c: systems of several runs: means and spreads against values worked out by hand, and
 * differences that must allow for other runs. */
#include "unit.h"

#include "base/rng.h"
#include "report/comparison.h"
#include "report/differing.h"
#include "report/figures.h"
#include "report/paired.h"
#include "report/table.h"

#include <math.h>

/* Scores of one run. `said` has a word for each seed, with a letter for each case: c(onsistent),
 * i(nconsistent), n(ot judged); a blank stands between seeds. Seeds are easy, hard and extra by
 * turns; those of even number are right. Cases are of relation "A" and "B" by turns. */
static void make(struct scores *s, const char *said)
{
    static const struct str LEVELS[] = {STR_INIT("easy"), STR_INIT("hard"), STR_INIT("extra")};
    *s = (struct scores){.by = STR("execution"), .system = STR("s"), .predictions = STR("p")};
    s->seeds = arena_zalloc(&s->arena, strlen(said) * sizeof *s->seeds);
    s->cases = arena_zalloc(&s->arena, strlen(said) * sizeof *s->cases);
    uint32_t k = 0;
    for (s->n_seeds = 1; *said; said++) {
        uint32_t seed = s->n_seeds - 1;
        s->seeds[seed] = (struct seed_verdict){.number = seed,
                                               .db_id = STR("d"),
                                               .hardness = LEVELS[seed % 3],
                                               .right = {UNKNOWN, seed % 2 ? NO : YES, UNKNOWN},
                                               .answered = true};
        if (*said == ' ') {
            s->n_seeds++;
            k = 0;
            continue;
        }
        struct verdict *v = &s->cases[s->n_cases++];
        *v = VERDICT_EMPTY;
        v->id = arena_printf(&s->arena, "%u-%u", seed, k);
        v->seed = v->seed_number = seed;
        v->relation = k++ % 2 ? STR("B") : STR("A");
        v->family = STR("f");
        v->cause = *said == 'c'   ? CAUSE_CONSISTENT
                   : *said == 'i' ? CAUSE_INCONSISTENT
                                  : CAUSE_OUTAGE;
    }
}

/* A system of up to three runs. */
struct made {
    struct scores scores[3];
    const struct scores *items[3];
    struct runs runs;
};

static void make_runs(struct made *m, const char *first, const char *second, const char *third)
{
    const char *const said[] = {first, second, third};
    m->runs = (struct runs){m->items, 0};
    for (int i = 0; i < 3 && said[i]; i++) {
        make(&m->scores[i], said[i]);
        m->items[i] = &m->scores[i];
        m->runs.count++;
    }
}

static void release(struct made *m)
{
    for (uint32_t i = 0; i < m->runs.count; i++)
        scores_release(&m->scores[i]);
}

static bool near(double x, double y)
{
    return fabs(x - y) < 1e-9;
}

static void test_spread(void **state)
{
    (void)state;
    struct spread s = spread_of((const double[]){0.10, 0.12, 0.17}, 3);
    assert_true(near(s.mean, 0.13) && s.runs == 3);
    assert_true(near(s.deviation, sqrt((0.0009 + 0.0001 + 0.0016) / 2)));
    s = spread_of((const double[]){0.1, -1, 0.3}, 3); /* one is not known */
    assert_true(near(s.mean, 0.2) && s.runs == 2 && near(s.deviation, sqrt(0.02)));
    s = spread_of((const double[]){0.25}, 1);
    assert_true(s.mean == 0.25 && s.deviation == 0 && s.runs == 1);
    s = spread_of((const double[]){-1, -1}, 2);
    assert_true(s.mean < 0 && s.runs == 0);
    assert_true(near(relative_change(0.123, 0.05), -73.0 / 123));
    assert_true(near(relative_change(0.2, 0), -1) && near(relative_change(0.2, 0.3), 0.5));
    assert_true(isnan(relative_change(0, 0.1)) && isnan(relative_change(-1, 0.1)) &&
                isnan(relative_change(0.1, -1)));
}

/* Welch's test: Var = sx²/nx + sy²/ny, and its degrees of freedom. */
static void test_run_variance(void **state)
{
    (void)state;
    struct spread x = {0.3, 0.02, 3}, y = {0.2, 0.01, 3}, alone = {0.2, 0, 1};
    struct variance v = spread_variance(x, y);
    assert_true(near(v.size, 0.0005 / 3) && near(v.freedom, 25 / 8.5));
    v = spread_variance(x, alone); /* spreads as the other does */
    assert_true(near(v.size, 0.0004 * (1 + 1.0 / 3)) && near(v.freedom, 2));
    v = spread_variance(alone, x);
    assert_true(near(v.size, 0.0004 * (1 + 1.0 / 3)) && near(v.freedom, 2));
    assert_true(spread_variance(alone, alone).size == 0);
    v = spread_variance(x, (struct spread){0.2, 0, 3}); /* always the same */
    assert_true(near(v.size, 0.0004 / 3) && near(v.freedom, 2));
}

/* As printed tables have it. */
static void test_student(void **state)
{
    (void)state;
    static const struct {
        double certainty, freedom, range;
    } TABLE[] = {{0.95, 1, 12.7062}, {0.95, 2, 4.3027},  {0.95, 4, 2.7764}, {0.95, 10, 2.2281},
                 {0.95, 30, 2.0423}, {0.99, 2, 9.9248},  {0.99, 5, 4.0321}, {0.999, 3, 12.9240},
                 {0.90, 7, 1.8946},  {0.95, 1e9, 1.9612}};
    for (size_t i = 0; i < COUNT_OF(TABLE); i++)
        if (fabs(student_range(TABLE[i].certainty, TABLE[i].freedom) - TABLE[i].range) > 2e-4)
            fail_msg("%g of %g: %g", TABLE[i].certainty, TABLE[i].freedom,
                     student_range(TABLE[i].certainty, TABLE[i].freedom));
}

static void test_interval_with_runs(void **state)
{
    (void)state;
    const struct interval x = {0.08, 0.13};
    const struct variance seeds = {0.0001, 1000}, runs = {0.0004, 4}, none = {0, 0};
    struct interval same = interval_with_runs(x, 0.1, seeds, none, 0.95);
    assert_true(same.low == x.low && same.high == x.high);
    struct interval only =
        interval_with_runs((struct interval){0.1, 0.1}, 0.1, none, runs, 0.95); /* 2.7764 * 0.02 */
    assert_true(fabs(only.low - (0.1 - 0.055529)) < 1e-5 && fabs(only.high - 0.155529) < 1e-5);
    /* Together 0.0005, from 0.0005² / (0.0001²/1000 + 0.0004²/4) = 6.2484 degrees. */
    struct interval both = interval_with_runs(x, 0.1, seeds, runs, 0.95);
    double range = student_range(0.95, 6.248438), own = student_range(0.95, 1000);
    double more = range * range * 0.0005 - own * own * 0.0001;
    assert_true(fabs(both.low - (0.1 - sqrt(0.0004 + more))) < 1e-6);
    assert_true(fabs(both.high - (0.1 + sqrt(0.0009 + more))) < 1e-6);
    /* Few seeds stay few, however many runs there are: 4.3027² * 0.00005 more. */
    struct interval few = interval_with_runs(x, 0.1, (struct variance){0.0001, 2},
                                             (struct variance){0.00005, 30}, 0.95);
    assert_true(fabs(few.low - (0.1 - sqrt(0.0004 + 0.000925663))) < 1e-6);
}

/* Eight seeds of two cases. A: 8, 6 and 4 errors of 16 cases; B: 1, 2 and 0. */
static void test_paired_runs(void **state)
{
    (void)state;
    struct arena a = {0};
    struct made x, y;
    make_runs(&x, "ic ic ic ic ic ic ic ic", "ic ic ic ic ic ic cc cc", "ic ic ic ic cc cc cc cc");
    make_runs(&y, "ic cc cc cc cc cc cc cc", "ic ci cc cc cc cc cc cc", "cc cc cc cc cc cc cc cc");
    struct paired_list l = paired_compare_runs(&a, x.runs, y.runs, 0.95);
    const struct paired *all = &l.items[0];
    assert_int_equal(all->cases, 16);
    assert_true(near(all->rate_a, 18.0 / 48) && near(all->rate_b, 3.0 / 48));
    assert_true(near(all->runs_a.mean, 18.0 / 48) && near(all->runs_a.deviation, 0.125));
    assert_true(near(all->runs_b.deviation, 0.0625));
    assert_true(near(all->run_error, sqrt((0.125 * 0.125 + 0.0625 * 0.0625) / 3)));
    /* 0-0 breaks both in most runs, 1-0 to 5-0 only A; 6-0 and 7-0 in one run of three. */
    assert_true(all->only_a == 5 && all->only_b == 0 && all->both == 1);
    assert_true(all->difference.low < all->rate_b - all->rate_a &&
                all->difference.high > all->rate_b - all->rate_a);
    assert_true(l.count == 3 && near(l.items[2].rate_a, 0) && near(l.items[2].rate_b, 1.0 / 24));
    release(&x);
    release(&y);
    arena_release(&a);
}

enum { MANY = 40 };

/* A run of MANY seeds with one case each, of which the first `bad` are errors. */
static const char *bad_run(struct arena *a, int bad)
{
    char *said = arena_alloc(a, 2 * MANY);
    for (int i = 0; i < MANY; i++) {
        said[2 * i] = i < bad ? 'i' : 'c';
        said[2 * i + 1] = i + 1 < MANY ? ' ' : '\0';
    }
    return said;
}

static void make_bad(struct made *m, struct arena *a, int first, int second, int third)
{
    make_runs(m, bad_run(a, first), second >= 0 ? bad_run(a, second) : NULL,
              third >= 0 ? bad_run(a, third) : NULL);
}

/* What one pair of runs says, the next may not. */
static void test_runs_that_vary(void **state)
{
    (void)state;
    struct arena a = {0};
    struct made x, y, steady_x, steady_y, alone;
    make_bad(&x, &a, 6, 12, 18);
    make_bad(&y, &a, 14, 20, 26);
    make_bad(&steady_x, &a, 12, 12, 12);
    make_bad(&steady_y, &a, 20, 20, 20);
    make_bad(&alone, &a, 20, -1, -1);
    struct runs first_x = {x.items, 1}, first_y = {y.items, 1};
    assert_true(paired_is_worse(&paired_compare_runs(&a, first_x, first_y, 0.95).items[0]));
    struct paired vary = paired_compare_runs(&a, x.runs, y.runs, 0.95).items[0];
    struct paired steady = paired_compare_runs(&a, steady_x.runs, steady_y.runs, 0.95).items[0];
    struct paired once = paired_compare(&a, steady_x.items[0], steady_y.items[0], 0.95).items[0];
    assert_true(near(vary.rate_b - vary.rate_a, 0.2) && near(vary.run_error, 0.15 * sqrt(2.0 / 3)));
    assert_false(paired_is_worse(&vary));
    assert_true(paired_is_worse(&steady) && steady.run_error == 0);
    assert_true(near(steady.difference.low, once.difference.low));
    assert_true(near(steady.difference.high, once.difference.high));
    /* A system of one run is not surer than one of several. */
    struct paired against = paired_compare_runs(&a, x.runs, alone.runs, 0.95).items[0];
    assert_true(near(against.run_error, 0.15 * sqrt(4.0 / 3)) && !paired_is_worse(&against));
    release(&x);
    release(&y);
    release(&steady_x);
    release(&steady_y);
    release(&alone);
    arena_release(&a);
}

/* A case counts in the runs that have it and judged it. */
static void test_runs_that_lack(void **state)
{
    (void)state;
    struct arena a = {0};
    struct made x, y;
    make_runs(&x, "ic", "ni cc", "in ci");
    make_runs(&y, "cc cc", NULL, NULL);
    struct run_cases all = run_cases_of(&a, x.runs);
    assert_int_equal(all.count, 4);
    static const struct fate FATES[] = {{2, 2}, {2, 1}, {2, 0}, {2, 1}};
    for (uint32_t i = 0; i < 4; i++) {
        struct fate f = run_case_fate(&all, &all.items[i]);
        assert_int_equal(f.judged, FATES[i].judged);
        assert_int_equal(f.errors, FATES[i].errors);
        assert_int_equal(all.items[i].seed->number, i / 2);
        assert_int_equal(name_map_get(&all.places, all.items[i].key), i);
    }
    assert_false(fate_is_broken((struct fate){2, 1}) || fate_is_broken((struct fate){0, 0}));
    assert_true(fate_is_broken((struct fate){3, 2}));
    struct paired p = paired_compare_runs(&a, x.runs, y.runs, 0.95).items[0];
    assert_int_equal(p.cases, 4);
    assert_true(near(p.rate_a, 2.0 / 4)); /* 1, 1/2, 0 and 1/2 */
    assert_int_equal(p.only_a, 1);
    assert_true(near(p.runs_a.mean, 0.5)); /* 1 of 2, 1 of 3 and 2 of 3 */
    assert_true(near(p.runs_a.deviation, 1.0 / 6));
    release(&x);
    release(&y);
    arena_release(&a);
}

/* An id under another seed is another case, in a run and between two. */
static void test_ids_of_two_seeds(void **state)
{
    (void)state;
    struct arena a = {0};
    struct made x, y;
    make_runs(&x, "c i", NULL, NULL);
    make_runs(&y, "c c", NULL, NULL);
    x.scores[0].cases[1].id = x.scores[0].cases[0].id;
    struct run_cases all = run_cases_of(&a, x.runs);
    assert_int_equal(all.count, 2);
    assert_true(all.items[0].verdicts[0] != all.items[1].verdicts[0]);
    struct paired_list l = paired_compare_runs(&a, x.runs, y.runs, 0.95);
    assert_int_equal(l.same, 1); /* 0-0; x has no 1-0 */
    const struct runs both[] = {x.runs, y.runs};
    assert_int_equal(differing_cases(&a, both, 2, 10).total, 0);
    y.scores[0].cases[1].id = x.scores[0].cases[0].id;
    assert_int_equal(paired_compare_runs(&a, x.runs, y.runs, 0.95).items[0].only_a, 1);
    assert_int_equal(differing_cases(&a, both, 2, 10).total, 1);
    release(&x);
    release(&y);
    arena_release(&a);
}

/* Cases of a seed are together, whichever run has them, and two of one id are not one case. */
static void test_cases_of_runs(void **state)
{
    (void)state;
    struct arena a = {0};
    struct made x;
    make_runs(&x, "c c c", "cc cc cc", NULL);
    struct run_cases all = run_cases_of(&a, x.runs);
    assert_int_equal(all.count, 6);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(all.items[i].seed->number, i / 2);
    const struct scores *together = runs_together(&a, &all);
    assert_int_equal(together->n_cases, 9);
    assert_int_equal(together->n_seeds, 6);
    for (uint32_t i = 0; i < 9; i++)
        assert_int_equal(together->cases[i].seed, i / 3);
    x.scores[0].cases[0].digest = 1;
    x.scores[1].cases[0].digest = 2;
    all = run_cases_of(&a, x.runs);
    assert_true(all.items[0].verdicts[0] && !all.items[0].verdicts[1]);
    release(&x);
    arena_release(&a);
}

static struct figure_list figures_of(struct arena *a, struct runs runs, const struct str *relations,
                                     uint32_t n_relations)
{
    const struct run_cases all = run_cases_of(a, runs);
    struct robustness sums[3];
    struct figure_sums *f = figures_begin(a, runs.count);
    for (uint32_t r = 0; r < runs.count; r++)
        robustness_of(a, runs.items[r], NULL, &sums[r]);
    figures_add(f, runs, runs_together(a, &all));
    return figures_end(f, sums, relations, n_relations);
}

static void test_figures(void **state)
{
    (void)state;
    static const struct str RELATIONS[] = {STR_INIT("A"), STR_INIT("B")};
    struct arena a = {0};
    struct made x;
    make_runs(&x, "ic ic cc", "ii ic cc", NULL); /* easy, hard, extra */
    struct figure_list l = figures_of(&a, x.runs, RELATIONS, 2);
    const struct figure_group *all = &l.items[l.all], *both = &l.items[l.hard_too];
    assert_true(near(all->figures[MEASURE_ERROR].mean, 2.5 / 6));
    assert_true(near(all->figures[MEASURE_ERROR].deviation, sqrt(0.5) / 6));
    assert_true(near(all->errors.mean, 2.5) && near(all->cases.mean, 6) &&
                all->cases.deviation == 0);
    assert_true(near(l.items[0].figures[MEASURE_ERROR].mean, 2.0 / 3)); /* A: 2 and 2 of 3 */
    assert_true(near(l.items[1].figures[MEASURE_ERROR].mean, 0.5 / 3)); /* B: 0 and 1 of 3 */
    assert_true(near(all->figures[FIGURE_SEEDS_EXECUTION].mean, 2.0 / 3));
    assert_int_equal(all->figures[FIGURE_SEEDS_EXACT].runs, 0);
    assert_true(str_eq(both->label, STR("hard+extra")));
    assert_true(near(both->figures[MEASURE_ERROR].mean, 0.25) && near(both->seeds.mean, 2));
    assert_true(near(both->figures[FIGURE_SEEDS_EXECUTION].mean, 0.5));
    assert_true(near(both->figures[MEASURE_SEEDS_BROKEN].mean, 0.5));
    const struct figure_group *easy = &l.items[l.all + 1];
    assert_true(str_eq(easy->label, STR("easy")) && near(easy->figures[MEASURE_ERROR].mean, 0.75));
    /* The interval is that of the seeds, not of three times as many. */
    struct tally_list alone = tally_of(&a, x.items[0], TALLY_ALL, NULL);
    assert_true(all->interval.high - all->interval.low >
                0.7 * (alone.items[0].interval.high - alone.items[0].interval.low));
    assert_true(both->interval.low < 0);
    release(&x);
    arena_release(&a);
}

/* The run that is shown did as most did. */
static void test_differing_runs(void **state)
{
    (void)state;
    struct arena a = {0};
    struct made x, y;
    make_runs(&x, "cici", "iici", "icci");
    make_runs(&y, "cccn", NULL, NULL); /* the last says nothing about y */
    const struct runs both[] = {x.runs, y.runs};
    struct differing_list l = differing_cases(&a, both, 2, 10);
    assert_int_equal(l.count, 2);
    assert_int_equal(l.items[0].outcomes[0].run, 1);
    assert_int_equal(l.items[0].outcomes[0].fate.errors, 2);
    assert_int_equal(l.items[0].outcomes[0].fate.judged, 3);
    assert_int_equal(l.items[1].outcomes[0].run, 0);
    assert_int_equal(l.items[1].outcomes[1].fate.errors, 0);
    release(&x);
    release(&y);
    arena_release(&a);
}

static void assert_text(struct str x, const char *y)
{
    if (!str_eq(x, str_from(y)))
        fail_msg("'%.*s' is not '%s'", STR_ARG(x), y);
}

/* About the normal distribution: the sum of twelve numbers from 0 to 1, less six. */
static double normal(struct rng *rng)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (double)rng_below(rng, 1 << 16) / 65536;
    return sum;
}

/* A run of MANY seeds: those that are hard for the system are errors, and how much is hard varies
 * from run to run. */
static const char *chance_run(struct arena *a, struct rng *rng, const double *hardness)
{
    char *said = arena_alloc(a, 2 * MANY);
    double luck = 0.4 * normal(rng);
    for (int i = 0; i < MANY; i++) {
        said[2 * i] = hardness[i] + luck + 0.5 * normal(rng) > 1 ? 'i' : 'c';
        said[2 * i + 1] = i + 1 < MANY ? ' ' : '\0';
    }
    return said;
}

/* Two systems that are equally good are rarely called different; two runs of them often. */
static void test_equal_systems(void **state)
{
    (void)state;
    enum { TRIALS = 300 };
    struct rng rng = rng_stream(1, STR("equal systems"), 0);
    uint32_t by_runs = 0, by_one = 0;
    for (int t = 0; t < TRIALS; t++) {
        struct arena a = {0};
        struct made x, y;
        double hardness[MANY];
        for (int i = 0; i < MANY; i++)
            hardness[i] = normal(&rng);
        make_runs(&x, chance_run(&a, &rng, hardness), chance_run(&a, &rng, hardness),
                  chance_run(&a, &rng, hardness));
        make_runs(&y, chance_run(&a, &rng, hardness), chance_run(&a, &rng, hardness),
                  chance_run(&a, &rng, hardness));
        struct paired runs = paired_compare_runs(&a, x.runs, y.runs, 0.95).items[0];
        struct paired one = paired_compare(&a, x.items[0], y.items[0], 0.95).items[0];
        by_runs += paired_is_worse(&runs) || paired_is_better(&runs);
        by_one += paired_is_worse(&one) || paired_is_better(&one);
        release(&x);
        release(&y);
        arena_release(&a);
    }
    if (by_runs > TRIALS * 5 / 100 || by_one < TRIALS * 10 / 100)
        fail_msg("of %d, %u by three runs, %u by one", TRIALS, by_runs, by_one);
}

static void test_cells(void **state)
{
    (void)state;
    struct arena a = {0};
    assert_text(table_spread(&a, (struct spread){0.1234, 0.0061, 3}), "12.3 \xc2\xb1 0.6");
    assert_text(table_spread(&a, (struct spread){0.1234, 0, 1}), "12.3");
    assert_text(table_spread(&a, (struct spread){-1, 0, 0}), "-");
    assert_text(table_count_spread(&a, (struct spread){215, 0, 3}), "215");
    assert_text(table_count_spread(&a, (struct spread){22.333, 3.21, 3}), "22.3 \xc2\xb1 3.2");
    assert_text(table_change(&a, -0.593), "-59.3%");
    assert_text(table_change(&a, NAN), "-");
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spread),           cmocka_unit_test(test_run_variance),
        cmocka_unit_test(test_student),          cmocka_unit_test(test_interval_with_runs),
        cmocka_unit_test(test_paired_runs),      cmocka_unit_test(test_runs_that_vary),
        cmocka_unit_test(test_runs_that_lack),   cmocka_unit_test(test_cases_of_runs),
        cmocka_unit_test(test_figures),          cmocka_unit_test(test_differing_runs),
        cmocka_unit_test(test_equal_systems),    cmocka_unit_test(test_cells),
        cmocka_unit_test(test_ids_of_two_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
