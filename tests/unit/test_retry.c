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

/* Numbers and dates, bounded alike. */
static void test_retry_after(void **state)
{
    enum { NOW = 1700000000 }; /* Tue, 14 Nov 2023 22:13:20 GMT */
    static const struct {
        const char *value;
        int64_t seconds;
    } SAID[] = {
        {"0", 0},
        {"7", 7},
        {" 119 ", 119},
        {"121", RETRY_AFTER_MAX_S},
        {"20991231", RETRY_AFTER_MAX_S}, /* no date: digits are seconds */
        {"99999999999999999999999999", RETRY_AFTER_MAX_S},
        {"Tue, 14 Nov 2023 22:13:25 GMT", 5},
        {"Tue, 14 Nov 2023 22:13:20 GMT", 0},
        {"Fri, 01 Jan 2100 00:00:00 GMT", RETRY_AFTER_MAX_S},
        {"Fri, 31 Dec 9999 23:59:59 GMT", RETRY_AFTER_MAX_S},
        {"Sun, 06 Nov 1994 08:49:37 GMT", 0},
        {"-5", 0},
        {"1.5", 0},
        {"soon", 0},
        {"", 0},
        {"Fri, 31 Dec 99999999999 23:59:59 GMT", 0},
    };
    struct rng rng = rng_stream(1, STR("retry"), 0);
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SAID); i++) {
        int64_t seconds = retry_after_s(str_from(SAID[i].value), NOW);
        assert_int_equal(seconds, SAID[i].seconds);
        assert_in_range(retry_delay_ns(2, 0, seconds, &rng), 0, RETRY_AFTER_MAX_S * 1000000000LL);
    }
    assert_int_equal(retry_delay_ns(2, 0, INT64_MAX, &rng), RETRY_AFTER_MAX_S * 1000000000LL);
    assert_int_equal(retry_delay_ns(2, 0, INT64_MIN, &rng), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_different_seeds),
        cmocka_unit_test(test_few_seeds),
        cmocka_unit_test(test_answered),
        cmocka_unit_test(test_retry_after),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
