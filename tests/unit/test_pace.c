/* test_pace.c: how far requests are apart, by a clock of our own. */
#include "unit.h"

#include "system/pace.h"

#define SECOND INT64_C(1000000000)

/* Begin as many requests as may be until `until`; returns their number. */
static unsigned ask_until(struct pace *p, int64_t *now, int64_t until)
{
    unsigned n = 0;
    for (;; n++) {
        int64_t next = pace_next(p, *now);
        *now = next > *now ? next : *now;
        if (*now >= until)
            return n;
        pace_take(p, *now);
    }
}

static void test_rate(void **state)
{
    struct pace p = pace_of(20, (struct shard){0, 0});
    int64_t now = 5 * SECOND;
    (void)state;
    assert_int_equal(ask_until(&p, &now, 15 * SECOND), 200);
}

static void test_no_rate(void **state)
{
    struct pace p = pace_of(0, (struct shard){2, 3});
    (void)state;
    for (int i = 0; i < 5; i++) {
        assert_true(pace_next(&p, SECOND) <= SECOND);
        pace_take(&p, SECOND);
    }
}

/* All shards together keep to the rate, and do not begin at once. */
static void test_shards_share_it(void **state)
{
    enum { SHARDS = 4 };
    unsigned all = 0;
    int64_t first[SHARDS];
    (void)state;
    for (uint32_t i = 0; i < SHARDS; i++) {
        struct pace p = pace_of(2, (struct shard){i + 1, SHARDS});
        int64_t now = SECOND;
        first[i] = pace_next(&p, now);
        all += ask_until(&p, &now, 101 * SECOND);
    }
    assert_int_equal(all, 200);
    for (uint32_t i = 1; i < SHARDS; i++)
        assert_int_equal(first[i] - first[i - 1], SECOND / 2);
}

static void test_idle_time_is_not_made_up_for(void **state)
{
    struct pace p = pace_of(1, (struct shard){1, 1});
    int64_t now = SECOND;
    (void)state;
    assert_int_equal(ask_until(&p, &now, 2 * SECOND), 1);
    now = 100 * SECOND;
    assert_int_equal(ask_until(&p, &now, 103 * SECOND), 3);
}

static void test_rates_that_are_next_to_nothing(void **state)
{
    struct pace p = pace_of(1e-300, (struct shard){3, 3});
    (void)state;
    assert_true(pace_next(&p, SECOND) > SECOND);
    pace_take(&p, SECOND);
    assert_true(p.next_ns > SECOND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rate),
        cmocka_unit_test(test_no_rate),
        cmocka_unit_test(test_shards_share_it),
        cmocka_unit_test(test_idle_time_is_not_made_up_for),
        cmocka_unit_test(test_rates_that_are_next_to_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
