/* test_rewrite.c: queries rewritten for a schema with other names. */
#include "fixture.h"
#include "schema_seeds.h"
#include "shared.h"
#include "sure.h"
#include "world.h"

#include "migration/migration.h"
#include "migration/rewrite.h"
#include "verify/rows_equal.h"

static const struct column_renaming *renamings(struct arena *a, const struct schema *s,
                                               const char *const *pairs, uint32_t n)
{
    struct column_renaming *list = ARENA_ARRAY(a, struct column_renaming, n);
    for (uint32_t i = 0; i < n; i++)
        list[i] = (struct column_renaming){column_named(s, pairs[2 * i]),
                                           str_from(pairs[2 * i + 1]), str_from(pairs[2 * i + 1])};
    return list;
}

/* Columns and a table. */
static const struct migration *renamed(struct world *w)
{
    static const char *const PAIRS[] = {
        "city.city_name", "label",   "country.countryName", "land name", "city.city_id", "town_id",
        "visit.city_id",  "town_id", "country.code",        "select",    "visit.mood",   "feeling",
        "letter.tag",     "sign",
    };
    const struct migration *m = migration_rename_columns(
        &w->arena, &w->schema, renamings(&w->arena, &w->schema, PAIRS, COUNT_OF(PAIRS) / 2),
        COUNT_OF(PAIRS) / 2);
    struct schema *twin = ARENA_NEW(&w->arena, struct schema);
    migration_schema(&w->arena, m, STR("towns"), twin, NULL);
    twin->tables[schema_find_table(&w->schema, STR("visit"))].name = STR("stay");
    return migration_rename_all(&w->arena, &w->schema, twin);
}

static struct rows rows_of(struct arena *a, struct database *d, struct str sql)
{
    struct query_limits limits = {
        .deadline = deadline_after_ms(20000), .max_rows = 1000000, .max_bytes = 64 << 20};
    struct query_result r;
    sure_query(d, sql, &limits, a, &r);
    if (r.outcome != QUERY_ROWS)
        fail_msg("%.*s: %.*s", STR_ARG(sql), STR_ARG(r.message));
    return r.rows;
}

/* Does the new query give the same answer on the views as the old one on the database? */
static void check_answers(struct arena *a, const char *path, const struct migration *m,
                          struct str old, struct str new)
{
    struct database *d = fixture_views(path, m);
    struct rows before = fixture_query(a, path, arena_str(a, old).ptr), after = rows_of(a, d, new);
    if (!rows_equal(&before, &after, true, a))
        fail_msg("%.*s: another answer than %.*s", STR_ARG(new), STR_ARG(old));
    database_close(d);
}

static void test_told(void **state)
{
    static const char *const PAIRS[][2] = {
        /* names by themselves, with their table, with an alias */
        {"SELECT city_name FROM city WHERE mayor = 'A'",
         "SELECT label FROM city WHERE mayor = 'A'"},
        {"SELECT CITY_NAME, city.City_Name FROM city", "SELECT label, city.label FROM city"},
        {"SELECT T1.city_name FROM city AS T1 JOIN visit AS T2 ON T1.city_id = T2.city_id",
         "SELECT T1.label FROM city AS T1 JOIN stay AS T2 ON T1.town_id = T2.town_id"},
        {"SELECT visit.day FROM visit WHERE visit.mood = 'good'",
         "SELECT stay.day FROM stay WHERE stay.feeling = 'good'"},
        {"SELECT visit.day FROM visit AS visit", "SELECT visit.day FROM stay AS visit"},
        {"SELECT main.visit.mood FROM main.visit", "SELECT main.stay.feeling FROM main.stay"},
        {"SELECT count(*) FROM visit", "SELECT count(*) FROM stay"},
        /* quotes */
        {"SELECT countryName FROM country", "SELECT \"land name\" FROM country"},
        {"SELECT\"countryName\"FROM country", "SELECT\"land name\"FROM country"},
        {"SELECT\"city_name\"FROM[city]", "SELECT\"label\"FROM[city]"},
        {"SELECT `mood` FROM`visit`", "SELECT \"feeling\" FROM\"stay\""},
        {"SELECT code FROM country", "SELECT \"select\" FROM country"},
        {"SELECT day FROM visit WHERE mood = \"good\"",
         "SELECT day FROM stay WHERE feeling = \"good\""},
        {"SELECT day FROM visit WHERE mood != \"city_name\"",
         "SELECT day FROM stay WHERE feeling != \"city_name\""},
        {"SELECT 'mood' FROM visit", "SELECT 'mood' FROM stay"},
        {"SELECT mood /* mood */ FROM visit -- mood",
         "SELECT feeling /* mood */ FROM stay -- mood"},
        /* stars stay */
        {"SELECT * FROM city", "SELECT * FROM city"},
        {"SELECT visit.* FROM visit JOIN city ON visit.city_id = city.city_id",
         "SELECT stay.* FROM stay JOIN city ON stay.town_id = city.town_id"},
        {"SELECT * FROM visit ORDER BY mood", "SELECT * FROM stay ORDER BY feeling"},
        /* subqueries, also about the query around them */
        {"SELECT city_name FROM city WHERE city_id IN (SELECT city_id FROM visit)",
         "SELECT label FROM city WHERE town_id IN (SELECT town_id FROM stay)"},
        {"SELECT city_name FROM city AS c WHERE EXISTS (SELECT 1 FROM visit WHERE city_id = "
         "c.city_id AND population > 0)",
         "SELECT label FROM city AS c WHERE EXISTS (SELECT 1 FROM stay WHERE town_id = "
         "c.town_id AND population > 0)"},
        {"SELECT code FROM country EXCEPT SELECT country_code FROM city ORDER BY code",
         "SELECT \"select\" FROM country EXCEPT SELECT country_code FROM city ORDER BY \"select\""},
        {"SELECT visit.mood FROM visit UNION SELECT tag FROM letter ORDER BY visit.mood",
         "SELECT stay.feeling FROM stay UNION SELECT sign FROM letter ORDER BY stay.feeling"},
        {"SELECT number FROM letter UNION SELECT city_id FROM visit ORDER BY city_id",
         "SELECT number FROM letter UNION SELECT town_id FROM stay ORDER BY town_id"},
        /* grouping and results by name */
        {"SELECT mood, count(*) AS n FROM visit GROUP BY mood HAVING n > 0 ORDER BY n, mood",
         "SELECT feeling, count(*) AS n FROM stay GROUP BY feeling HAVING n > 0 ORDER BY n, "
         "feeling"},
        {"SELECT mood AS tag FROM visit ORDER BY tag",
         "SELECT feeling AS tag FROM stay ORDER BY tag"},
        {"SELECT mood AS mood FROM visit ORDER BY mood",
         "SELECT feeling AS mood FROM stay ORDER BY mood"},
        {"SELECT upper(mood) AS mood FROM visit WHERE mood = 'good'",
         "SELECT upper(feeling) AS mood FROM stay WHERE feeling = 'good'"},
        /* derived tables and CTEs follow */
        {"SELECT mood FROM (SELECT mood FROM visit)",
         "SELECT feeling FROM (SELECT feeling FROM stay)"},
        {"SELECT d.mood FROM (SELECT mood, day FROM visit) AS d",
         "SELECT d.feeling FROM (SELECT feeling, day FROM stay) AS d"},
        {"SELECT d.mood FROM (SELECT mood AS mood FROM visit) AS d",
         "SELECT d.mood FROM (SELECT feeling AS mood FROM stay) AS d"},
        {"SELECT mood FROM (SELECT * FROM visit)", "SELECT feeling FROM (SELECT * FROM stay)"},
        {"SELECT d.mood FROM (SELECT v.* FROM visit AS v) AS d",
         "SELECT d.feeling FROM (SELECT v.* FROM stay AS v) AS d"},
        {"SELECT mood FROM (SELECT mood FROM visit UNION SELECT tag FROM letter) ORDER BY mood",
         "SELECT feeling FROM (SELECT feeling FROM stay UNION SELECT sign FROM letter) ORDER BY "
         "feeling"},
        {"WITH v AS (SELECT mood FROM visit) SELECT mood FROM v",
         "WITH v AS (SELECT feeling FROM stay) SELECT feeling FROM v"},
        {"WITH v(mood) AS (SELECT mood FROM visit) SELECT v.mood FROM v",
         "WITH v(mood) AS (SELECT feeling FROM stay) SELECT v.mood FROM v"},
        {"WITH visit AS (SELECT mood FROM main.visit) SELECT visit.mood FROM visit",
         "WITH visit AS (SELECT feeling FROM main.stay) SELECT visit.feeling FROM visit"},
        {"WITH a AS (SELECT * FROM visit), b AS (SELECT * FROM a) SELECT b.mood FROM b",
         "WITH a AS (SELECT * FROM stay), b AS (SELECT * FROM a) SELECT b.feeling FROM b"},
        {"WITH RECURSIVE r AS (SELECT city_id FROM visit UNION SELECT city_id + 1 FROM r WHERE "
         "city_id < 12) SELECT city_id FROM r ORDER BY city_id",
         "WITH RECURSIVE r AS (SELECT town_id FROM stay UNION SELECT town_id + 1 FROM r WHERE "
         "town_id < 12) SELECT town_id FROM r ORDER BY town_id"},
        {"WITH unused AS (SELECT absent FROM nowhere) SELECT mood FROM visit",
         "WITH unused AS (SELECT absent FROM nowhere) SELECT feeling FROM stay"},
        /* joins */
        {"SELECT mood FROM city JOIN visit USING (city_id)",
         "SELECT feeling FROM city JOIN stay USING (town_id)"},
        {"SELECT city_id FROM city JOIN visit USING (\"city_id\") ORDER BY city_id",
         "SELECT town_id FROM city JOIN stay USING (\"town_id\") ORDER BY town_id"},
        {"SELECT mood FROM (SELECT city_id FROM city) JOIN visit USING (city_id)",
         "SELECT feeling FROM (SELECT town_id FROM city) JOIN stay USING (town_id)"},
        {"SELECT mood FROM city NATURAL JOIN visit", "SELECT feeling FROM city NATURAL JOIN stay"},
        {"SELECT mood FROM (city JOIN visit USING (city_id)) JOIN country ON code = country_code",
         "SELECT feeling FROM (city JOIN stay USING (town_id)) JOIN country ON \"select\" = "
         "country_code"},
        {"SELECT c.mood FROM country, (city JOIN visit AS c USING (city_id))",
         "SELECT c.feeling FROM country, (city JOIN stay AS c USING (town_id))"},
        {"SELECT row_number() OVER (PARTITION BY mood ORDER BY day), mood FROM visit",
         "SELECT row_number() OVER (PARTITION BY feeling ORDER BY day), feeling FROM stay"},
        {"SELECT meaning FROM kind", "SELECT meaning FROM kind"},
    };
    struct world *w = *state;
    const struct migration *m = renamed(w);
    for (size_t i = 0; i < COUNT_OF(PAIRS); i++) {
        struct str out;
        const char *why;
        if (!query_over(&w->arena, m, str_from(PAIRS[i][0]), &out, &why))
            fail_msg("%s: %s", PAIRS[i][0], why);
        assert_string_equal(out.ptr, PAIRS[i][1]);
        if (!strstr(PAIRS[i][0], "main.")) /* views stand before the tables of main */
            check_answers(&w->arena, w->path, m, str_from(PAIRS[i][0]), out);
    }
}

/* Renamings with a conflict, and the new query or the reason why there is none. */
struct in_the_way {
    const char *renaming[4]; /* column, its new name; a second one or NULL */
    const char *sql, *expected;
};

static const struct migration *renamed_for(struct world *w, const struct in_the_way *r)
{
    uint32_t n = r->renaming[2] ? 2 : 1;
    return migration_rename_columns(&w->arena, &w->schema,
                                    renamings(&w->arena, &w->schema, r->renaming, n), n);
}

static void check_careful(struct world *w, const struct in_the_way *r)
{
    const struct migration *m = renamed_for(w, r);
    struct str out = STR("");
    const char *why;
    if (!query_over(&w->arena, m, str_from(r->sql), &out, &why))
        fail_msg("%s: %s", r->sql, why);
    assert_string_equal(out.ptr, r->expected);
    check_answers(&w->arena, w->path, m, str_from(r->sql), out);
}

static void test_careful(void **state)
{
    static const struct in_the_way LIST[] = {
        /* an alias, another table, a column around or a result would catch the name */
        {{"visit.mood", "n"},
         "SELECT count(*) AS n, mood FROM visit GROUP BY mood ORDER BY mood",
         "SELECT count(*) AS n, visit.n FROM visit GROUP BY visit.n ORDER BY visit.n"},
        {{"visit.mood", "tag"},
         "SELECT mood FROM visit, kind",
         "SELECT visit.tag FROM visit, kind"},
        {{"visit.mood", "number"},
         "SELECT number FROM letter WHERE tag IN (SELECT tag FROM visit WHERE number = 1)",
         "SELECT letter.number FROM letter WHERE tag IN (SELECT tag FROM visit WHERE letter.number "
         "= 1)"},
        {{"letter.tag", "mayor"},
         "SELECT mayor FROM city WHERE EXISTS (SELECT mayor FROM letter WHERE mayor = 'A')",
         "SELECT city.mayor FROM city WHERE EXISTS (SELECT city.mayor FROM letter WHERE city.mayor "
         "= 'A')"},
        {{"visit.mood", "good"},
         "SELECT day FROM visit WHERE mood = \"good\"",
         "SELECT day FROM visit WHERE good = 'good'"},
        {{"visit.guests", "d"},
         "SELECT guests FROM (SELECT day AS d, guests FROM visit)",
         "SELECT t1.d FROM (SELECT day AS d1, visit.d FROM visit) AS t1"},
        /* joins */
        {{"city.city_id", "id"},
         "SELECT mood FROM city JOIN visit USING (city_id)",
         "SELECT mood FROM city JOIN visit ON city.id = visit.city_id"},
        {{"visit.city_id", "id"},
         "SELECT city.city_id, visit.city_id FROM city NATURAL JOIN visit",
         "SELECT city.city_id, visit.id FROM city JOIN visit ON city.city_id = visit.id"},
        {{"visit.mood", "mayor"},
         "SELECT visit.day FROM city NATURAL JOIN visit",
         "SELECT visit.day FROM city JOIN visit USING (city_id)"},
        {{"city.city_id", "number", "visit.city_id", "number"},
         "SELECT 1 FROM letter, city JOIN visit USING (city_id)",
         "SELECT 1 FROM letter, city JOIN visit ON city.number = visit.number"},
    };
    for (size_t i = 0; i < COUNT_OF(LIST); i++)
        check_careful(*state, &LIST[i]);
}

static void check_refused(struct world *w, const struct in_the_way *r)
{
    struct str out = STR("");
    const char *why = "nothing is wrong";
    if (query_over(&w->arena, renamed_for(w, r), str_from(r->sql), &out, &why))
        fail_msg("%s: %.*s", r->sql, STR_ARG(out));
    if (!strstr(why, r->expected))
        fail_msg("%s: '%s', not '%s'", r->sql, why, r->expected);
}

static void test_refused(void **state)
{
    static const struct in_the_way LIST[] = {
        {{"visit.city_id", "id"},
         "SELECT mood FROM city NATURAL FULL JOIN visit",
         "a RIGHT or FULL join"},
        {{"visit.mood", "mayor"},
         "SELECT 1 FROM (city JOIN country ON code = country_code) NATURAL JOIN visit JOIN letter "
         "USING (nothing)",
         "it cannot be read"},
        {{"city.city_id", "id"},
         "SELECT mood FROM (city JOIN country ON code = country_code) JOIN visit USING (city_id)",
         "within brackets"},
        {{"visit.mood", "feeling"}, "SELECT rowid FROM visit", "rowid"},
        {{"visit.mood", "feeling"},
         "SELECT \"upper(mood)\" FROM (SELECT upper(mood) FROM visit)",
         "means something else"},
        {{"visit.mood", "feeling"}, "SELECT nothing FROM visit", "it cannot be read"},
        {{"visit.mood", "feeling"}, "SELEC", "it cannot be read"},
    };
    for (size_t i = 0; i < COUNT_OF(LIST); i++)
        check_refused(*state, &LIST[i]);
}

/* Other migrations: what the query reads is there, or is not. */
static void test_other_migrations(void **state)
{
    struct world *w = *state;
    struct str out;
    const char *why;
    const struct migration *m =
        migration_drop_column(&w->arena, &w->schema, column_named(&w->schema, "visit.mood"));
    assert_true(query_over(&w->arena, m, STR("SELECT day FROM visit"), &out, &why));
    assert_string_equal(out.ptr, "SELECT day FROM visit");
    assert_false(query_over(&w->arena, m, STR("SELECT mood FROM visit"), &out, &why));
    assert_non_null(strstr(why, "no more"));
    assert_false(query_over(&w->arena, m, STR("SELECT * FROM visit"), &out, &why));
    assert_non_null(strstr(why, "*"));
    assert_false(query_over(&w->arena, m, STR("SELECT count(*) FROM (SELECT v.* FROM visit AS v)"),
                            &out, &why));
}

/* Chains of CTEs in which each reads the one before twice, and brackets in brackets. */
static void test_bounded(void **state)
{
    struct world *w = *state;
    const struct migration *m = renamed(w);
    struct buf sql = {0};
    struct str out;
    const char *why;
    buf_put(&sql, STR("WITH c0 AS (SELECT mood FROM visit)"));
    for (int i = 1; i < 200; i++)
        buf_printf(&sql, ", c%d AS (SELECT a.mood FROM c%d AS a, c%d AS b)", i, i - 1, i - 1);
    buf_put(&sql, STR(" SELECT mood FROM c199"));
    assert_true(query_over(&w->arena, m, buf_str(&sql), &out, &why));
    assert_true(str_ends(out, STR(" SELECT feeling FROM c199")));
    buf_clear(&sql);
    buf_put(&sql, STR("SELECT mood FROM "));
    for (int i = 0; i < 60; i++)
        buf_put(&sql, STR("(SELECT * FROM "));
    buf_put(&sql, STR("visit"));
    for (int i = 0; i < 60; i++)
        buf_putc(&sql, ')');
    assert_true(query_over(&w->arena, m, buf_str(&sql), &out, &why));
    assert_true(str_starts(out, STR("SELECT feeling FROM (")));
    buf_release(&sql);
}

/* Every gold of Spider's development set, with all tables and columns renamed. */

static const struct migration *rename_everything(struct arena *a, const struct schema *s)
{
    struct schema *twin = ARENA_NEW(a, struct schema);
    *twin = *s;
    twin->tables = arena_grow_array(a, s->tables, s->n_tables, s->n_tables, sizeof *s->tables);
    twin->columns = arena_grow_array(a, s->columns, s->n_columns, s->n_columns, sizeof *s->columns);
    for (uint32_t t = 0; t < s->n_tables; t++)
        twin->tables[t].name = arena_printf(a, "the %.*s", STR_ARG(s->tables[t].name));
    for (uint32_t c = 1; c < s->n_columns; c++)
        twin->columns[c].name = arena_printf(a, "new_%.*s", STR_ARG(s->columns[c].name));
    return migration_rename_all(a, s, twin);
}

static void test_spider(void **state)
{
    struct arena dataset = {0}, scratch = {0};
    struct spider_dev dev;
    uint32_t told = 0;
    (void)state;
    if (!shared_present())
        skip();
    spider_dev_load(&dataset, &dev);
    for (size_t i = 0; i < dev.count; i++) {
        struct relation_seed s;
        struct str out;
        const char *why;
        arena_clear(&scratch);
        if (!spider_dev_seed(&scratch, &dev, i, &s))
            continue;
        const struct migration *m = rename_everything(&scratch, s.schema);
        if (!query_over(&scratch, m, s.seed->query, &out, &why))
            fail_msg("%.*s: %s", STR_ARG(s.seed->query), why);
        check_answers(&scratch, s.seed->database.ptr, m, s.seed->query, out);
        told++;
    }
    assert_true(told > 1000);
    arena_release(&scratch);
    arena_release(&dataset);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_told, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_careful, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_refused, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_other_migrations, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_bounded, world_set_up, world_tear_down),
        cmocka_unit_test(test_spider),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
