/* test_retry.c: when a system counts as failed altogether. */
#include "unit.h"

#include "system/retry.h"

static void test_different_seeds(void **state)
{
    (void)state;
    struct failure_streak s = {0};
    for (int i = 0; i < 100; i++) /* of one seed, however many */
        assert_false(streak_failure(&s, 7));
    for (uint32_t seed = 0; seed < 3; seed++)
        assert_false(streak_failure(&s, seed));
    for (uint32_t seed = 10; seed < 30; seed++) /* requests under way fail after it, too */
        assert_true(streak_failure(&s, seed));
    assert_int_equal(s.n_seeds, SEEDS_AT_FIRST);
    assert_false(s.answered);
    assert_int_equal(s.unreachable, 0);
}

static void test_few_seeds(void **state)
{
    (void)state;
    struct failure_streak s = {.all_seeds = 2};
    assert_false(streak_failure(&s, 0));
    assert_false(streak_failure(&s, 0));
    assert_true(streak_failure(&s, 1));
}

static void test_answered(void **state)
{
    (void)state;
    struct failure_streak s = {0};
    streak_answer(&s);
    for (uint32_t seed = 0; seed < 1000; seed++)
        assert_false(streak_failure(&s, seed));
    for (int i = 1; i < UNREACHABLE_LATER; i++)
        assert_false(streak_unreachable(&s));
    assert_true(streak_unreachable(&s));
    streak_answer(&s);
    assert_false(streak_unreachable(&s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_different_seeds),
        cmocka_unit_test(test_few_seeds),
        cmocka_unit_test(test_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
