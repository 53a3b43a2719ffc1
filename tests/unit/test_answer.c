/* test_answer.c: when two answers are the same, and what their digests are. */
#include "unit.h"

#include "fixture.h"

#include "verify/rows_equal.h"

#include <inttypes.h>
#include <stdio.h>

static struct rows rows_of(struct arena *a, const char *sql)
{
    const char *path = fixture_create(a, fixture_sql);
    struct rows rows = fixture_query(a, path, sql);
    fixture_remove(path);
    return rows;
}

static void test_equal(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool as_bag, in_order;
    } cases[] = {
        {"SELECT 1", "SELECT 1", true, true},
        {"SELECT 1", "SELECT 2", false, false},
        /* a value of another type is another value */
        {"SELECT 1", "SELECT 1.0", false, false},
        {"SELECT 1", "SELECT '1'", false, false},
        {"SELECT '1'", "SELECT x'31'", false, false},
        {"SELECT NULL", "SELECT 0", false, false},
        {"SELECT NULL", "SELECT ''", false, false},
        {"SELECT 0.0", "SELECT 0", false, false},
        {"SELECT NULL", "SELECT NULL", true, true},
        /* rows */
        {"VALUES (1), (2)", "VALUES (2), (1)", true, false},
        {"VALUES (1), (2), (2)", "VALUES (2), (1), (1)", false, false},
        {"VALUES (1), (2)", "VALUES (1)", false, false},
        {"VALUES (1)", "VALUES (1), (1)", false, false},
        {"SELECT 1 WHERE 0", "SELECT 2 WHERE 0", true, true},
        {"VALUES ('b', 1), ('a', 2)", "VALUES ('a', 2), ('b', 1)", true, false},
        {"VALUES ('b', 2), ('a', 1)", "VALUES ('a', 2), ('b', 1)", false, false},
        {"VALUES (1), ('1'), (1.0)", "VALUES (1.0), (1), ('1')", true, false},
        /* columns stand where they stood */
        {"SELECT 1, 2", "SELECT 2, 1", false, false},
        {"SELECT 1, 1", "SELECT 1", false, false},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct rows x = rows_of(&a, cases[i].a), y = rows_of(&a, cases[i].b);
        if (rows_equal(&x, &y, false, &a) != cases[i].as_bag ||
            rows_equal(&y, &x, false, &a) != cases[i].as_bag ||
            rows_equal(&x, &y, true, &a) != cases[i].in_order)
            fail_msg("%s | %s", cases[i].a, cases[i].b);
        if ((rows_digest(&x, false) == rows_digest(&y, false)) != cases[i].as_bag ||
            (rows_digest(&x, true) == rows_digest(&y, true)) != cases[i].in_order)
            fail_msg("digests of %s | %s", cases[i].a, cases[i].b);
    }
    arena_release(&a);
}

/* Suites have digests, so these must never change. */
static void test_digests(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *bag, *sequence;
    } cases[] = {
        {"SELECT 1 WHERE 0", "4179b061e0c0e0d0", "4179b061e0c0e0d0"},
        {"SELECT 1", "59f6705d7665dfff", "59f6705d7665dfff"},
        {"VALUES (1, 'a'), (NULL, x'00'), (2.5, '')", "8964e637f0fb6349", "d571c3051ac3f579"},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct rows r = rows_of(&a, cases[i].sql);
        char bag[17], sequence[17];
        snprintf(bag, sizeof bag, "%016" PRIx64, rows_digest(&r, false));
        snprintf(sequence, sizeof sequence, "%016" PRIx64, rows_digest(&r, true));
        assert_string_equal(bag, cases[i].bag);
        assert_string_equal(sequence, cases[i].sequence);
    }
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_equal),
                                       cmocka_unit_test(test_digests)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
