/* test_lineage.c: queries over a changed schema compared with queries over the original. */
#include "fixture.h"
#include "schema_seeds.h"
#include "unit.h"
#include "world.h"

#include "diagnosis/lineage.h"

static struct spider_form form_of(struct world *w, const struct schema *s, const char *sql)
{
    struct spider_form f;
    struct err e;
    if (spider_form_read(&w->arena, s, SPIDER_RULE_TSE, str_from(sql), &f, &e) != OK)
        fail_msg("%s: %s", sql, e.msg);
    return f;
}

static bool same(struct world *w, const struct migration *m, const char *before, const char *after)
{
    struct schema new;
    struct lineage lineage;
    struct exact_verdict verdict;
    migration_schema(&w->arena, m, STR("new"), &new, NULL);
    lineage_init(&w->arena, m, &lineage);
    struct spider_form old = form_of(w, &w->schema, before), changed = form_of(w, &new, after);
    struct spider_form mapped = lineage_form(&w->arena, &lineage, &changed);
    exact_match(&lineage.keys, &mapped, &old, &verdict);
    return verdict.exact;
}

static void test_renamed(void **state)
{
    struct world *w = *state;
    const struct migration *m = migration_rename_column(
        &w->arena, &w->schema, column_named(&w->schema, "city.mayor"), STR("boss"), STR("boss"));
    assert_true(same(w, m, "SELECT mayor FROM city", "SELECT boss FROM city"));
    assert_true(same(w, m, "SELECT city_name FROM city WHERE mayor = 'A' ORDER BY mayor",
                     "SELECT city_name FROM city WHERE boss = 'A' ORDER BY boss"));
    assert_true(same(w, m, "SELECT count(*) FROM city GROUP BY mayor HAVING max(mayor) > 1",
                     "SELECT count(*) FROM city GROUP BY boss HAVING max(boss) > 1"));
    assert_true(same(
        w, m, "SELECT day FROM visit WHERE city_id IN (SELECT city_id FROM city WHERE mayor = 1)",
        "SELECT day FROM visit WHERE city_id IN (SELECT city_id FROM city WHERE boss = 1)"));
    assert_true(same(w, m, "SELECT city_id FROM city EXCEPT SELECT mayor FROM city",
                     "SELECT city_id FROM city EXCEPT SELECT boss FROM city"));
    assert_false(same(w, m, "SELECT city_name FROM city", "SELECT boss FROM city"));
    assert_false(same(
        w, m, "SELECT day FROM visit WHERE city_id IN (SELECT city_id FROM city WHERE mayor = 1)",
        "SELECT day FROM visit WHERE city_id IN (SELECT city_id FROM city WHERE population = 1)"));
}

static void test_moved(void **state)
{
    struct world *w = *state;
    static const uint32_t order[] = {4, 3, 2, 1, 0};
    const struct migration *m = migration_reorder_columns(
        &w->arena, &w->schema, schema_find_table(&w->schema, STR("city")), order);
    assert_true(same(w, m, "SELECT city_name, population FROM city",
                     "SELECT city_name, population FROM city"));
    assert_false(same(w, m, "SELECT city_name FROM city", "SELECT population FROM city"));
}

static void test_split(void **state)
{
    struct world *w = *state;
    struct migration_split split = {.column = column_named(&w->schema, "visit.mood"),
                                    .table = STR("visit_mood"),
                                    .key = STR("mood_id"),
                                    .reference = STR("mood_id")};
    const struct migration *m = migration_split_column(&w->arena, &w->schema, &split);
    assert_true(same(w, m, "SELECT guests FROM visit", "SELECT guests FROM visit"));
    assert_false(same(w, m, "SELECT mood FROM visit", "SELECT mood_id FROM visit"));
    assert_false(same(w, m, "SELECT mood FROM visit", "SELECT mood FROM visit_mood"));
}

static void test_folded(void **state)
{
    struct world *w = *state;
    static const struct migration_fold_name names[] = {{STR_INIT("code"), STR_INIT("code")},
                                                       {STR_INIT("land"), STR_INIT("land")},
                                                       {STR_INIT("area"), STR_INIT("area")}};
    const struct migration *m = migration_fold_table(&w->arena, &w->schema, 0, names);
    assert_true(same(w, m, "SELECT city_name FROM city", "SELECT city_name FROM city"));
    assert_true(same(w, m, "SELECT day FROM visit AS a JOIN city AS b ON a.city_id = b.city_id",
                     "SELECT day FROM visit AS a JOIN city AS b ON a.city_id = b.city_id"));
    assert_false(same(w, m, "SELECT area FROM country", "SELECT area FROM city"));
}

static void test_invented(void **state)
{
    struct world *w = *state;
    static const struct str texts[] = {STR_INIT("x")};
    struct migration_insertion i = {.table = schema_find_table(&w->schema, STR("city")),
                                    .at = 0,
                                    .name = STR("area"),
                                    .type = SCHEMA_TEXT,
                                    .values = {texts, 1, 0, 0}};
    const struct migration *m = migration_insert_column(&w->arena, &w->schema, &i);
    assert_true(same(w, m, "SELECT mayor FROM city", "SELECT mayor FROM city"));
    assert_false(same(w, m, "SELECT mayor FROM city", "SELECT area FROM city"));
    assert_true(same(w, m, "SELECT area FROM country", "SELECT area FROM country"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_renamed),  cmocka_unit_test(test_moved),
        cmocka_unit_test(test_split),    cmocka_unit_test(test_folded),
        cmocka_unit_test(test_invented),
    };
    return cmocka_run_group_tests(tests, world_set_up, world_tear_down);
}
