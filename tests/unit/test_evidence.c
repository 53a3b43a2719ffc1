/* test_evidence.c: evidence rewritten for a changed schema. */
#include "schema_seeds.h"
#include "unit.h"
#include "world.h"

#include "migration/evidence.h"

static const struct migration *rename_to(struct world *w, const char *column, const char *name)
{
    return migration_rename_column(&w->arena, &w->schema, column_named(&w->schema, column),
                                   str_from(name), str_from(name));
}

static void assert_told(struct world *w, const struct migration *m, const char *before,
                        const char *after)
{
    assert_string_equal(evidence_over(&w->arena, str_from(before), m).ptr, after);
}

static void test_names_follow(void **state)
{
    struct world *w = *state;
    const struct migration *m = rename_to(w, "city.population", "Number of people");
    static const char *const texts[][2] = {
        {"large: population > 9", "large: Number of people > 9"},
        {"`Population` / city.POPULATION", "`Number of people` / city.Number of people"},
        {"population", "Number of people"},
        {"populations, the_population, population2", "populations, the_population, population2"},
        {"mayor = 'population'", "mayor = 'population'"},
        {"nothing of it", "nothing of it"},
        {"", ""},
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        assert_told(w, m, texts[i][0], texts[i][1]);
}

/* It is not clear which city_id is meant: one is renamed, the other is not. */
static void test_doubt_changes_nothing(void **state)
{
    struct world *w = *state;
    assert_told(w, rename_to(w, "visit.city_id", "place"), "city_id is the key",
                "city_id is the key");
    assert_told(w, rename_to(w, "visit.guests", "people"), "guests in city_id",
                "people in city_id");
}

static void test_unchanged(void **state)
{
    struct world *w = *state;
    struct str text = STR("population");
    assert_ptr_equal(evidence_over(&w->arena, text, NULL).ptr, text.ptr);
    assert_null(evidence_over(&w->arena, STR_NONE, rename_to(w, "city.mayor", "x")).ptr);
    const uint32_t order[] = {4, 3, 2, 1, 0};
    const struct migration *m = migration_reorder_tables(&w->arena, &w->schema, order);
    assert_ptr_equal(evidence_over(&w->arena, text, m).ptr, text.ptr);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_names_follow, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_doubt_changes_nothing, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_unchanged, world_set_up, world_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
