/* test_relation_draw.c: samples of variants: fair, repeatable, without doubles. */
#include "unit.h"

#include "relation/draw.h"

#include <stdlib.h>

/* Relations whose variant `i` says "i". */

static uint64_t count_20(struct arena *a, const struct relation_seed *s, const void **plan)
{
    (void)a, (void)s, (void)plan;
    return 20;
}

static uint64_t count_none(struct arena *a, const struct relation_seed *s, const void **plan)
{
    (void)a, (void)s, (void)plan;
    return 0;
}

static uint64_t count_endless(struct arena *a, const struct relation_seed *s, const void **plan)
{
    (void)a, (void)s, (void)plan;
    return UINT64_MAX;
}

static bool make_number(struct arena *a, const struct relation_seed *s, const void *plan,
                        uint64_t i, struct test_case *out)
{
    (void)s, (void)plan;
    *out = (struct test_case){.question = arena_printf(a, "%llu", (unsigned long long)i)};
    return true;
}

/* Only every fourth is a variant. */
static bool make_some(struct arena *a, const struct relation_seed *s, const void *plan, uint64_t i,
                      struct test_case *out)
{
    return make_number(a, s, plan, i, out) && i % 4 == 0;
}

/* All say one of two things, in several spellings. */
static bool make_alike(struct arena *a, const struct relation_seed *s, const void *plan, uint64_t i,
                       struct test_case *out)
{
    (void)a, (void)s, (void)plan;
    static const char *const texts[] = {"Find it.", "find  it.", " FIND IT.", "Show it."};
    *out = (struct test_case){.question = str_from(texts[i % 4])};
    return true;
}

/* All ask the same, for one of two queries. */
static bool make_queries(struct arena *a, const struct relation_seed *s, const void *plan,
                         uint64_t i, struct test_case *out)
{
    (void)a, (void)s, (void)plan;
    *out = (struct test_case){.question = STR("How many?"),
                              .query = i % 2 ? STR("SELECT 1") : STR("SELECT 2")};
    return true;
}

static bool make_never(struct arena *a, const struct relation_seed *s, const void *plan, uint64_t i,
                       struct test_case *out)
{
    return make_number(a, s, plan, i, out) && false;
}

static struct case_list draw(struct arena *a,
                             uint64_t (*count)(struct arena *, const struct relation_seed *,
                                               const void **),
                             bool (*make)(struct arena *, const struct relation_seed *,
                                          const void *, uint64_t, struct test_case *),
                             uint32_t max, uint64_t seed)
{
    struct relation r = {.id = "X", .name = "test", .family = "test", .count = count, .make = make};
    static const struct seed SEED;
    struct relation_seed s = {.seed = &SEED};
    return relation_draw(a, &r, &s, max, rng_stream(seed, STR("X"), 0));
}

static unsigned long long number_of(const struct test_case *v)
{
    return strtoull(v->question.ptr, NULL, 10);
}

/* Variants that are judged */

struct judged {
    uint32_t asked;
    unsigned divisor; /* of the numbers that are accepted */
};

static bool accepts(void *ctx, struct test_case *c)
{
    struct judged *j = ctx;
    j->asked++;
    c->change = STR("judged");
    return number_of(c) % j->divisor == 0;
}

static struct case_list draw_judged(struct arena *a, uint32_t max, struct judged *j)
{
    struct relation r = {
        .id = "X", .name = "test", .family = "test", .count = count_20, .make = make_number};
    static const struct seed SEED;
    struct relation_seed s = {.seed = &SEED};
    struct variant_judge judge = {accepts, j};
    return relation_draw_judged(a, &r, &s, max, rng_stream(3, STR("X"), 0), &judge);
}

/* Others are drawn for those that are not accepted, until there are enough, or no more; each is
 * judged once. Their names are numbered without gaps. */
static void test_judged(void **state)
{
    (void)state;
    struct arena a = {0};
    struct judged half = {0, 2}, few = {0, 10}, none = {0, 1000};
    struct case_list l = draw_judged(&a, 5, &half);
    assert_int_equal(l.count, 5);
    assert_in_range(half.asked, 6, 19);
    for (uint32_t i = 0; i < l.count; i++) {
        assert_true(number_of(&l.items[i]) % 2 == 0);
        assert_true(str_eq(l.items[i].change, STR("judged")));
        assert_true(str_eq(l.items[i].id, arena_printf(&a, "0-X-%u", i)));
    }
    assert_int_equal(draw_judged(&a, 5, &few).count, 2);
    assert_int_equal(few.asked, 20);
    assert_int_equal(draw_judged(&a, 5, &none).count, 1); /* 0 */
    arena_release(&a);
}

/* A judge that accepts nothing is not asked for ever. */
static bool accepts_none(void *ctx, struct test_case *c)
{
    (void)c;
    ++*(uint32_t *)ctx;
    return false;
}

static void test_judged_bound(void **state)
{
    (void)state;
    struct arena a = {0};
    struct relation r = {
        .id = "X", .name = "test", .family = "test", .count = count_endless, .make = make_number};
    static const struct seed SEED;
    struct relation_seed s = {.seed = &SEED};
    uint32_t asked = 0;
    struct variant_judge judge = {accepts_none, &asked};
    struct case_list l = relation_draw_judged(&a, &r, &s, 5, rng_stream(3, STR("X"), 0), &judge);
    assert_int_equal(l.count, 0);
    assert_int_equal(asked, 100);
    arena_release(&a);
}

static void test_bounds(void **state)
{
    (void)state;
    struct arena a = {0};
    assert_int_equal(draw(&a, count_none, make_number, 10, 1).count, 0);
    assert_int_equal(draw(&a, count_20, make_number, 0, 1).count, 0);
    assert_int_equal(draw(&a, count_20, make_number, 10, 1).count, 10);
    assert_int_equal(draw(&a, count_20, make_number, 50, 1).count, 20);
    assert_int_equal(draw(&a, count_20, make_some, 10, 1).count, 5);
    assert_int_equal(draw(&a, count_20, make_alike, 10, 1).count, 2);
    assert_int_equal(draw(&a, count_endless, make_never, 10, 1).count, 0);
    arena_release(&a);
}

static void test_endless(void **state)
{
    (void)state;
    struct arena a = {0};
    struct case_list l = draw(&a, count_endless, make_number, 100, 7);
    assert_int_equal(l.count, 100);
    uint32_t high = 0;
    for (uint32_t i = 0; i < l.count; i++) {
        assert_true(i == 0 || number_of(&l.items[i - 1]) < number_of(&l.items[i]));
        high += number_of(&l.items[i]) > UINT64_MAX / 2;
    }
    assert_in_range(high, 25, 75);
    arena_release(&a);
}

/* One question with two queries is two cases. */
static void test_queries(void **state)
{
    (void)state;
    struct arena a = {0};
    assert_int_equal(draw(&a, count_20, make_queries, 5, 1).count, 2);
    arena_release(&a);
}

static void test_repeatable(void **state)
{
    (void)state;
    struct arena a = {0};
    uint32_t same_as_other = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct case_list x = draw(&a, count_20, make_number, 5, seed);
        struct case_list y = draw(&a, count_20, make_number, 5, seed);
        struct case_list z = draw(&a, count_20, make_number, 5, seed + 1000);
        bool same = true;
        for (uint32_t i = 0; i < 5; i++) {
            assert_true(str_eq(x.items[i].question, y.items[i].question));
            same = same && str_eq(x.items[i].question, z.items[i].question);
        }
        same_as_other += same;
    }
    assert_true(same_as_other < 5);
    arena_release(&a);
}

/* Each of 20 numbers should be among 5 drawn in a quarter of all draws; of make_some's 5, each of
 * them in 3 of 5. The bounds are five standard deviations away. */
static void test_fair(void **state)
{
    (void)state;
    enum { ROUNDS = 4000 };
    struct arena a = {0};
    uint32_t seen[20] = {0}, some[20] = {0};
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        struct arena_mark m = arena_mark(&a);
        struct case_list l = draw(&a, count_20, make_number, 5, seed);
        for (uint32_t i = 0; i < l.count; i++)
            seen[number_of(&l.items[i])]++;
        l = draw(&a, count_20, make_some, 3, seed);
        for (uint32_t i = 0; i < l.count; i++)
            some[number_of(&l.items[i])]++;
        arena_rewind(&a, m);
    }
    for (uint32_t i = 0; i < 20; i++) {
        assert_in_range(seen[i], ROUNDS / 4 - 140, ROUNDS / 4 + 140);
        if (i % 4 == 0)
            assert_in_range(some[i], ROUNDS * 3 / 5 - 160, ROUNDS * 3 / 5 + 160);
    }
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds),       cmocka_unit_test(test_judged),
        cmocka_unit_test(test_judged_bound), cmocka_unit_test(test_endless),
        cmocka_unit_test(test_queries),      cmocka_unit_test(test_repeatable),
        cmocka_unit_test(test_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
