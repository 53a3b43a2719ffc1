/* test_criteria.c: choosing a system: averages and marks, also on the figures of the literature. */
#include "unit.h"

#include "report/comparison.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SYSTEMS = 9, RELATIONS = 12 };

/* MT-TEQL, Table 7: error rates in percent. */
static const struct str IDS[RELATIONS] = {
    STR_INIT("PI"), STR_INIT("PR"),  STR_INIT("PS"),  STR_INIT("SS"),
    STR_INIT("NO"), STR_INIT("FL"),  STR_INIT("OK"),  STR_INIT("TS"),
    STR_INIT("CS"), STR_INIT("CRm"), STR_INIT("CRn"), STR_INIT("CI"),
};
static const double RATES[SYSTEMS][RELATIONS] = {
    {8.2, 8.0, 6.7, 13.3, 2.4, 2.7, 1.3, 2.1, 1.1, 1.5, 1.7, 0.8},  /* SyntaxSQLNet */
    {9.2, 3.5, 8.2, 16.7, 2.1, 2.2, 1.4, 2.3, 1.1, 1.4, 1.6, 1.1},  /* SyntaxSQLNet+aug */
    {7.5, 11.2, 7.0, 37.8, 2.4, 6.6, 5.2, 2.8, 2.1, 2.1, 1.6, 2.1}, /* IRNet */
    {4.6, 5.5, 3.4, 25.4, 3.4, 4.3, 5.3, 0.0, 0.0, 1.0, 0.5, 0.2},  /* GNN */
    {4.0, 7.5, 3.3, 18.3, 5.8, 6.9, 6.1, 0.4, 0.2, 2.9, 1.1, 3.0},  /* GlobalGNN+Linking */
    {2.4, 5.0, 2.6, 21.8, 3.0, 4.9, 3.8, 0.2, 0.04, 1.3, 0.7, 0.0}, /* RAT-SQL */
    {4.7, 6.0, 4.6, 29.9, 2.5, 5.9, 6.1, 1.0, 0.1, 2.0, 1.0, 0.6},  /* DuoRAT (a) */
    {3.5, 2.5, 4.4, 14.1, 2.5, 6.5, 5.0, 2.0, 0.2, 2.5, 0.9, 1.2},  /* DuoRAT (b) */
    {5.0, 8.0, 4.3, 12.4, 5.3, 7.0, 3.4, 4.8, 2.1, 4.8, 1.4, 1.8},  /* DuoRAT (c) */
};
/* Its averages. The paper has 2.1 for CRm, whose rates give 2.17. */
static const char *const AVERAGES[RELATIONS] = {"5.5", "6.4", "4.9", "21.1", "3.3", "5.2",
                                                "4.2", "1.7", "0.8", "2.2",  "1.2", "1.2"};

/* The systems of Table 7 that are chosen, in `a`. */
static struct system_rates *systems_of(struct arena *a, const int *chosen, uint32_t n)
{
    struct system_rates *systems = ARENA_ARRAY(a, struct system_rates, n);
    for (uint32_t s = 0; s < n; s++) {
        double *rates = ARENA_ARRAY(a, double, RELATIONS);
        for (int r = 0; r < RELATIONS; r++)
            rates[r] = RATES[chosen[s]][r] / 100;
        systems[s] = (struct system_rates){.name = STR("x"),
                                           .relations = IDS,
                                           .rates = rates,
                                           .n_relations = RELATIONS,
                                           .all = -1,
                                           .accuracy = -1};
    }
    return systems;
}

static void test_averages(void **state)
{
    (void)state;
    static const int ALL[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    struct arena a = {0};
    struct table t = comparison_rates(&a, systems_of(&a, ALL, SYSTEMS), SYSTEMS);
    assert_int_equal(t.n_rows, SYSTEMS + 1);
    const struct str *last = &t.cells[(size_t)SYSTEMS * t.n_columns];
    assert_true(str_eq(last[0], STR("Average")));
    for (int r = 0; r < RELATIONS; r++) {
        assert_true(str_eq(str_from(t.columns[r + 1].name), IDS[r]));
        assert_true(str_eq(last[r + 1], str_from(AVERAGES[r])));
    }
    assert_true(str_eq(last[RELATIONS + 1], STR("-")));
    arena_release(&a);
}

/* Formula 1 worked out by hand from Table 7, for the five systems that Table 11 has: SyntaxSQLNet,
 * IRNet, GlobalGNN+Linking, RAT-SQL, DuoRAT (c). g, n, b: good, neutral, bad. */
static void test_marks(void **state)
{
    (void)state;
    static const int CHOSEN[] = {0, 2, 4, 5, 8};
    static const char *const MARKS[N_CAPABILITIES + 1] = {
        [CAPABILITY_PREFIX] = "bbggn",      /* 7.63 8.57 4.93 3.33 5.77: mean 6.05, dev. 1.87 */
        [CAPABILITY_AGGREGATE] = "gbnng",   /* 13.3 37.8 18.3 21.8 12.4: 20.72, 9.20 */
        [CAPABILITY_NORMAL_FORM] = "gnbgb", /* 2.55 4.50 6.35 3.95 6.15: 4.70, 1.42 */
        [CAPABILITY_KEYS] = "gbbnn",        /* 1.3 5.2 6.1 3.8 3.4: 3.96, 1.65 */
        [CAPABILITY_ORDER] = "nbggb",       /* 1.60 2.45 0.30 0.12 3.45: 1.58, 1.27 */
        [CAPABILITY_IRRELEVANT] = "gnbgb",  /* 1.15 2.10 2.95 0.65 3.30: 2.03, 1.01 */
        [CAPABILITY_RENAMING] = "bbggn",    /* 1.7 1.6 1.1 0.7 1.4: 1.30, 0.36 */
        [N_CAPABILITIES] = "gbngn",         /* overall: 4.18 8.89 5.72 4.91 5.12: 5.76, 1.64 */
    };
    struct arena a = {0};
    const struct system_criteria *c = criteria_of(&a, systems_of(&a, CHOSEN, 5), 5, NULL);
    for (int s = 0; s < 5; s++) {
        for (int i = 0; i <= N_CAPABILITIES; i++) {
            enum mark mark = c[s].marks[i];
            assert_int_equal(mark_name(mark)[0], MARKS[i][s]);
        }
        assert_int_equal(c[s].marks[CRITERION_ACCURACY], MARK_NONE);
    }
    assert_true(fabs(c[0].rates[CAPABILITY_PREFIX] - 0.07633) < 1e-4);
    assert_true(fabs(c[4].rates[CAPABILITY_ORDER] - 0.0345) < 1e-9);
    assert_true(fabs(c[1].rates[CRITERION_ROBUSTNESS] - 0.0889) < 1e-4);
    arena_release(&a);
}

static void test_limits_of_marks(void **state)
{
    (void)state;
    enum mark marks[4];
    const double alike[] = {0.1, 0.1, 0.1}, two[] = {0.1, 0.3}, unknown[] = {-1, 0.2, -1, 0.4};
    marks_of(alike, 3, false, marks);
    assert_int_equal(marks[0], MARK_NEUTRAL);
    marks_of(two, 2, false, marks);
    assert_int_equal(marks[0], MARK_GOOD);
    assert_int_equal(marks[1], MARK_BAD);
    marks_of(two, 2, true, marks);
    assert_int_equal(marks[0], MARK_BAD);
    marks_of(unknown, 4, false, marks);
    assert_int_equal(marks[0], MARK_NONE);
    assert_int_equal(marks[1], MARK_GOOD);
    assert_int_equal(marks[3], MARK_BAD);
}

/* Who cares for renaming alone gets another ranking than who cares for ordering alone. */
static void test_weights(void **state)
{
    (void)state;
    struct arena a = {0};
    const struct str ids[] = {STR("CRn"), STR("TS")};
    const double one[] = {0.01, 0.5}, other[] = {0.2, 0.1};
    const struct system_rates systems[] = {{STR("a"), ids, one, 2, -1, 0.7},
                                           {STR("b"), ids, other, 2, -1, 0.8}};
    double weights[N_CAPABILITIES] = {0};
    weights[CAPABILITY_RENAMING] = 1;
    assert_int_equal(criteria_of(&a, systems, 2, weights)[0].rank, 1);
    weights[CAPABILITY_RENAMING] = 0;
    weights[CAPABILITY_ORDER] = 1;
    assert_int_equal(criteria_of(&a, systems, 2, weights)[0].rank, 2);
    assert_int_equal(criteria_of(&a, systems, 2, weights)[1].marks[CRITERION_ACCURACY], MARK_GOOD);
    assert_true(criteria_of(&a, systems, 2, NULL)[0].rates[CAPABILITY_KEYS] < 0);
    arena_release(&a);
}

/* A system that was not tested on what matters comes last, not first. */
static void test_untested(void **state)
{
    (void)state;
    struct arena a = {0};
    const struct str ids[] = {STR("PI"), STR("OK")};
    const double good[] = {0.1, 0}, bad[] = {0.2, 0}, untested[] = {-1, 0};
    const struct system_rates systems[] = {{STR("untested"), ids, untested, 2, -1, -1},
                                           {STR("bad"), ids, bad, 2, -1, -1},
                                           {STR("good"), ids, good, 2, -1, -1}};
    double weights[N_CAPABILITIES] = {[CAPABILITY_PREFIX] = 1, [CAPABILITY_KEYS] = 1};
    const struct system_criteria *c = criteria_of(&a, systems, 3, weights);
    assert_true(c[0].score < 0);
    assert_int_equal(c[0].rank, 3);
    assert_int_equal(c[1].rank, 2);
    assert_int_equal(c[2].rank, 1);
    arena_release(&a);
}

static enum status load(const char *text, double *weights, struct err *e)
{
    char path[] = "/tmp/teql-weights-XXXXXX";
    int fd = mkstemp(path);
    FILE *f = fdopen(fd, "w");
    fputs(text, f);
    fclose(f);
    enum status status = weights_load(path, weights, e);
    unlink(path);
    return status;
}

static void test_weight_files(void **state)
{
    (void)state;
    double w[N_CAPABILITIES];
    struct err e;
    assert_int_equal(load("# mine\nrenaming\t2\n\nordering\t0.5\n", w, &e), OK);
    assert_true(w[CAPABILITY_RENAMING] == 2 && w[CAPABILITY_ORDER] == 0.5 &&
                w[CAPABILITY_KEYS] == 0);
    assert_int_equal(load("speed\t1\n", w, &e), E_INPUT);
    assert_int_equal(load("\nrenaming\t-1\n", w, &e), E_INPUT);
    assert_int_equal(e.line, 2);
    assert_int_equal(load("renaming\tmuch\n", w, &e), E_INPUT);
    assert_int_equal(load("renaming\n", w, &e), E_INPUT);
    assert_int_equal(load("renaming\t0\n", w, &e), E_INPUT);
    assert_int_equal(load("renaming\t0x10\n", w, &e), E_INPUT);
    assert_int_equal(load("renaming\t1e300\n", w, &e), E_INPUT);
    assert_int_equal(load("renaming\t1\nrenaming\t2\n", w, &e), E_INPUT);
    assert_int_equal(weights_load("/nonexistent", w, &e), E_IO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_averages),        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_limits_of_marks), cmocka_unit_test(test_weights),
        cmocka_unit_test(test_untested),        cmocka_unit_test(test_weight_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
