/* test_recipe.c: two recipes have one key only if they say the same. */
#include "unit.h"

#include "base/recipe.h"
#include "making/suite_key.h"

struct choices {
    bool flag;
    int choice;
    uint32_t count;
    double real;
    const char *text;
};

static const struct recipe_option CHOICES[] = {
    RECIPE_OPTION(struct choices, FLAG, flag),   RECIPE_OPTION(struct choices, CHOICE, choice),
    RECIPE_OPTION(struct choices, COUNT, count), RECIPE_OPTION(struct choices, NUMBER, real),
    RECIPE_OPTION(struct choices, TEXT, text),
};

static const struct choices USUAL = {.count = 5, .real = 0.1};

static struct str key_of_choices(struct arena *a, struct choices c)
{
    struct recipe r;
    recipe_begin(&r, "choices");
    recipe_add_options(&r, CHOICES, COUNT_OF(CHOICES), &c, &USUAL);
    return recipe_key(&r, a);
}

static void assert_all_differ(const struct str *keys, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            assert_false(str_eq(keys[i], keys[k]));
}

static void test_each_option_alone(void **state)
{
    struct arena a = {0};
    struct recipe nothing;
    (void)state;
    const struct str keys[] = {
        key_of_choices(&a, USUAL),
        key_of_choices(&a, (struct choices){.count = 5, .real = 0.1, .flag = true}),
        key_of_choices(&a, (struct choices){.count = 5, .real = 0.1, .choice = 1}),
        key_of_choices(&a, (struct choices){.count = 1, .real = 0.1}),
        key_of_choices(&a, (struct choices){.count = 5, .real = 0.1 + 1e-16}),
        key_of_choices(&a, (struct choices){.count = 5, .real = 0.1, .text = "1"}),
        key_of_choices(&a, (struct choices){.count = 5, .real = 0.1, .text = ""}),
    };
    assert_all_differ(keys, COUNT_OF(keys));
    recipe_begin(&nothing, "choices");
    assert_true(str_eq(keys[0], recipe_key(&nothing, &a))); /* what is usual is not in the key */
    arena_release(&a);
}

static struct str key_of_seeds(struct arena *a, struct seed *seeds, uint32_t n)
{
    struct recipe r;
    const struct dataset d = {.seeds = seeds, .n_seeds = n};
    recipe_begin(&r, "seeds");
    suite_key_add_questions(&r, &d);
    return recipe_key(&r, a);
}

/* A text is the same key in no two members, and in no two seeds. */
static void test_each_member_of_a_seed(void **state)
{
    struct arena a = {0};
    struct seed seeds[2];
    struct str *const members[] = {&seeds[0].db_id, &seeds[0].question, &seeds[0].query,
                                   &seeds[0].reads, &seeds[0].evidence, &seeds[0].element,
                                   &seeds[1].db_id, &seeds[1].question, &seeds[1].query,
                                   &seeds[1].reads, &seeds[1].evidence, &seeds[1].element};
    struct str keys[COUNT_OF(members) + 2];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(members); i++) {
        memset(seeds, 0, sizeof seeds);
        *members[i] = STR("x");
        keys[i] = key_of_seeds(&a, seeds, 2);
    }
    memset(seeds, 0, sizeof seeds);
    keys[COUNT_OF(members)] = key_of_seeds(&a, seeds, 2);
    keys[COUNT_OF(members) + 1] = key_of_seeds(&a, seeds, 1);
    assert_all_differ(keys, COUNT_OF(keys));
    arena_release(&a);
}

static struct str key_of_two(struct arena *a, const char *what, struct str x, struct str y)
{
    struct recipe r;
    recipe_begin(&r, what);
    recipe_add(&r, "x", x);
    recipe_add(&r, "y", y);
    return recipe_key(&r, a);
}

static void test_values_keep_apart(void **state)
{
    struct arena a = {0};
    (void)state;
    const struct str keys[] = {
        key_of_two(&a, "pair", STR("a"), STR("b")),  key_of_two(&a, "pair", STR("b"), STR("a")),
        key_of_two(&a, "pair", STR("ab"), STR("")),  key_of_two(&a, "pair", STR_NONE, STR("ab")),
        key_of_two(&a, "pair", STR("ab"), STR_NONE), key_of_two(&a, "pairs", STR("a"), STR("b")),
        key_of_two(&a, "pair", STR_NONE, STR("a")),
    };
    assert_all_differ(keys, COUNT_OF(keys));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_option_alone),
        cmocka_unit_test(test_each_member_of_a_seed),
        cmocka_unit_test(test_values_keep_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
