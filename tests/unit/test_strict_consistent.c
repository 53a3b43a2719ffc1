/* test_strict_consistent.c: strict comparison of queries over a schema and over a changed one. */
#include "fixture.h"
#include "schema_seeds.h"
#include "unit.h"
#include "world.h"

#include "diagnosis/strict_match.h"

static enum strict_verdict compare(struct world *w, const struct migration *m, const char *before,
                                   const char *after)
{
    struct schema new;
    struct lineage lineage;
    struct err e;
    migration_schema(&w->arena, m, STR("new"), &new, NULL);
    lineage_init(&w->arena, m, &lineage);
    const struct diagnosis_side x = {str_from(before), &w->schema, NULL};
    const struct diagnosis_side y = {str_from(after), &new, &lineage};
    return strict_consistent(&w->arena, &x, &y, &e);
}

static void expect(struct world *w, const struct migration *m, enum strict_verdict wanted,
                   const char *before, const char *after)
{
    enum strict_verdict got = compare(w, m, before, after);
    if (got != wanted)
        fail_msg("verdict %d, not %d\n%s\n%s", got, wanted, before, after);
}

static void test_renamed(void **state)
{
    struct world *w = *state;
    const struct migration *m = migration_rename_column(
        &w->arena, &w->schema, column_named(&w->schema, "city.mayor"), STR("boss"), STR("boss"));
    expect(w, m, STRICT_EQUAL, "SELECT mayor FROM city", "SELECT boss FROM city");
    expect(w, m, STRICT_EQUAL, "SELECT max(mayor) FROM city GROUP BY mayor HAVING mayor > 'A'",
           "SELECT max(T.boss) FROM city AS T GROUP BY boss HAVING T.boss > 'A'");
    expect(w, m, STRICT_EQUAL,
           "SELECT day FROM visit WHERE city_id IN (SELECT city_id FROM city WHERE mayor = 1)",
           "SELECT day FROM visit WHERE city_id IN (SELECT city_id FROM city WHERE boss = 1)");
    expect(w, m, STRICT_DIFFERENT, "SELECT city_name FROM city", "SELECT boss FROM city");
    expect(w, m, STRICT_UNREADABLE, "SELECT mayor FROM city", "SELECT mayor FROM city");
    expect(w, m, STRICT_GOLD_FAULT, "SELECT boss FROM city", "SELECT boss FROM city");
}

static void test_moved(void **state)
{
    struct world *w = *state;
    static const uint32_t order[] = {4, 3, 2, 1, 0};
    const struct migration *m = migration_reorder_columns(
        &w->arena, &w->schema, schema_find_table(&w->schema, STR("city")), order);
    expect(w, m, STRICT_EQUAL, "SELECT city_name FROM city ORDER BY population",
           "SELECT city_name FROM city ORDER BY population");
    expect(w, m, STRICT_DIFFERENT, "SELECT city_name FROM city", "SELECT population FROM city");
    expect(w, m, STRICT_EQUAL, "SELECT * FROM city", "SELECT * FROM city");
    expect(w, m, STRICT_EQUAL, "SELECT * FROM city ORDER BY 2", "SELECT * FROM city ORDER BY 4");
    expect(w, m, STRICT_DIFFERENT, "SELECT * FROM city ORDER BY 2",
           "SELECT * FROM city ORDER BY 2");
}

/* A column that `*` gives is the same wherever `*` puts it. */
static void test_moved_below_a_star(void **state)
{
    struct world *w = *state;
    static const uint32_t order[] = {4, 3, 2, 1, 0};
    const struct migration *m = migration_reorder_columns(
        &w->arena, &w->schema, schema_find_table(&w->schema, STR("city")), order);
    expect(w, m, STRICT_EQUAL, "SELECT x.mayor FROM (SELECT * FROM city) AS x",
           "SELECT mayor FROM (SELECT * FROM city)");
    expect(w, m, STRICT_DIFFERENT, "SELECT x.mayor FROM (SELECT * FROM city) AS x",
           "SELECT city_id FROM (SELECT * FROM city)");
    expect(w, m, STRICT_EQUAL, "SELECT * FROM (SELECT * FROM city) AS x ORDER BY x.mayor",
           "SELECT * FROM (SELECT * FROM city) ORDER BY mayor");
    expect(w, m, STRICT_EQUAL, "SELECT * FROM (SELECT * FROM city) ORDER BY 2",
           "SELECT * FROM (SELECT * FROM city) ORDER BY 4");
    expect(w, m, STRICT_EQUAL, "SELECT x.mayor FROM (city) AS x",
           "SELECT y.mayor FROM (city) AS y");
    expect(w, m, STRICT_EQUAL, "WITH x AS (SELECT * FROM city) SELECT mayor FROM x",
           "WITH y AS (SELECT * FROM city) SELECT mayor FROM y");
}

static void test_tables_in_another_order(void **state)
{
    struct world *w = *state;
    static const uint32_t order[] = {4, 3, 2, 1, 0};
    const struct migration *m = migration_reorder_tables(&w->arena, &w->schema, order);
    expect(w, m, STRICT_EQUAL, "SELECT day FROM visit JOIN city USING (city_id) WHERE mayor = 'A'",
           "SELECT day FROM visit JOIN city USING (city_id) WHERE mayor = 'A'");
    expect(w, m, STRICT_DIFFERENT, "SELECT count(*) FROM country", "SELECT count(*) FROM letter");
}

static void test_split(void **state)
{
    struct world *w = *state;
    struct migration_split split = {.column = column_named(&w->schema, "visit.mood"),
                                    .table = STR("visit_mood"),
                                    .key = STR("mood_id"),
                                    .reference = STR("mood_id")};
    const struct migration *m = migration_split_column(&w->arena, &w->schema, &split);
    expect(w, m, STRICT_EQUAL, "SELECT guests FROM visit", "SELECT guests FROM visit");
    expect(w, m, STRICT_DIFFERENT, "SELECT mood FROM visit", "SELECT mood_id FROM visit");
    expect(w, m, STRICT_DIFFERENT, "SELECT mood FROM visit", "SELECT mood FROM visit_mood");
}

static void test_folded(void **state)
{
    struct world *w = *state;
    static const struct migration_fold_name names[] = {{STR_INIT("code"), STR_INIT("code")},
                                                       {STR_INIT("land"), STR_INIT("land")},
                                                       {STR_INIT("area"), STR_INIT("area")}};
    const struct migration *m = migration_fold_table(&w->arena, &w->schema, 0, names);
    expect(w, m, STRICT_EQUAL, "SELECT city_name FROM city", "SELECT city_name FROM city");
    expect(w, m, STRICT_DIFFERENT, "SELECT area FROM country", "SELECT area FROM city");
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
    expect(w, m, STRICT_EQUAL, "SELECT mayor FROM city", "SELECT mayor FROM city");
    expect(w, m, STRICT_EQUAL, "SELECT * FROM city", "SELECT * FROM city");
    expect(w, m, STRICT_DIFFERENT, "SELECT mayor FROM city", "SELECT area FROM city");
    expect(w, m, STRICT_DIFFERENT, "SELECT city_id FROM city", "SELECT area FROM city");
    expect(w, m, STRICT_EQUAL, "SELECT area FROM country", "SELECT area FROM country");
}

/* Without a migration it is strict_match(). */
static void test_one_schema(void **state)
{
    struct world *w = *state;
    struct err e;
    const struct diagnosis_side x = {STR("SELECT a FROM (SELECT p.mayor AS a, q.mayor AS b "
                                         "FROM city AS p, city AS q)"),
                                     &w->schema, NULL};
    const struct diagnosis_side y = {STR("SELECT b FROM (SELECT p.mayor AS a, q.mayor AS b "
                                         "FROM city AS p, city AS q WHERE p.population > 1)"),
                                     &w->schema, NULL};
    assert_int_equal(strict_consistent(&w->arena, &x, &x, &e), STRICT_EQUAL);
    assert_int_equal(strict_consistent(&w->arena, &x, &y, &e), STRICT_DIFFERENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_renamed),
        cmocka_unit_test(test_moved),
        cmocka_unit_test(test_moved_below_a_star),
        cmocka_unit_test(test_tables_in_another_order),
        cmocka_unit_test(test_split),
        cmocka_unit_test(test_folded),
        cmocka_unit_test(test_invented),
        cmocka_unit_test(test_one_schema),
    };
    return cmocka_run_group_tests(tests, world_set_up, world_tear_down);
}
