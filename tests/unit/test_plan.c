/* test_plan.c: sums of a plan before there is anything to count. */
#include "unit.h"

#include "asking/plan.h"

static void parts_of_a_token_are_tokens(void **state)
{
    (void)state;
    static const uint64_t BYTES[] = {0, 1, 4, 5, 8, UINT64_MAX};
    static const uint64_t TOKENS[] = {0, 1, 1, 2, 2, UINT64_C(1) << 62};
    for (size_t i = 0; i < COUNT_OF(BYTES); i++)
        assert_int_equal(prompt_tokens(BYTES[i]), TOKENS[i]);
}

/* Three seeds, asked twice; the answers to one of them are known. */
static struct ask_plan plan_of_seeds(void)
{
    return (struct ask_plan){.seeds = 3,
                             .repeats = 2,
                             .requests = 6,
                             .known = 2,
                             .keeps = true,
                             .prompt_tokens = 40,
                             .longest_bytes = 41,
                             .max_tokens = 100};
}

static void cases_are_added_as_many_as_can_be(void **state)
{
    (void)state;
    struct ask_plan p = plan_of_seeds();
    ask_plan_add_cases(&p, 10);
    assert_true(p.at_most);
    assert_int_equal(p.cases, 30);
    assert_int_equal(p.requests, 6 + 60);
    assert_int_equal(ask_plan_unknown(&p), 64);
    assert_int_equal(p.prompt_tokens, 40 + 60 * 11);
    assert_int_equal(ask_plan_reply_tokens(&p), 6400);
}

static void seeds_are_asked_twice_where_nothing_is_kept(void **state)
{
    (void)state;
    struct ask_plan p = plan_of_seeds();
    p.keeps = false;
    ask_plan_add_cases(&p, 10);
    assert_int_equal(p.requests, 6 + 60 + 6);
    assert_int_equal(p.prompt_tokens, 40 + 66 * 11);
}

static void sums_do_not_wrap(void **state)
{
    (void)state;
    struct ask_plan p = plan_of_seeds();
    p.known = 0;
    ask_plan_add_cases(&p, UINT64_MAX / 2);
    assert_int_equal(p.cases, UINT64_MAX);
    assert_int_equal(p.requests, UINT64_MAX);
    assert_int_equal(p.prompt_tokens, UINT64_MAX);
    assert_int_equal(ask_plan_reply_tokens(&p), UINT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_a_token_are_tokens),
        cmocka_unit_test(cases_are_added_as_many_as_can_be),
        cmocka_unit_test(seeds_are_asked_twice_where_nothing_is_kept),
        cmocka_unit_test(sums_do_not_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
