/* test_edit_places.c: places in a query that could change by themselves, and the change. */
#include "sure.h"
#include "world.h"

#include "migration/edit_places.h"
#include "sql/parse.h"

struct sample {
    const char *sql;
    struct query_edit edit;
    const char *expected; /* NULL: the edit has no one place in it */
};

#define EDIT(what, on, from, to)                                                                   \
    {                                                                                              \
        EDIT_##what, STR_INIT(on), STR_INIT(from), STR_INIT(to)                                    \
    }

static const struct sample SAMPLES[] = {
    /* operators, written either way round, on columns and counts */
    {"SELECT city_name FROM city WHERE city_id > 3", EDIT(OPERATOR, "city.city_id", ">", "<="),
     "SELECT city_name FROM city WHERE city_id <= 3"},
    {"SELECT t.city_name FROM city AS t WHERE 3<t.City_Id",
     EDIT(OPERATOR, "city.city_id", ">", "<="),
     "SELECT t.city_name FROM city AS t WHERE 3>=t.City_Id"},
    {"SELECT country_code FROM city GROUP BY 1 HAVING count(*) >= 2",
     EDIT(OPERATOR, "count(*)", ">=", "<"),
     "SELECT country_code FROM city GROUP BY 1 HAVING count(*) < 2"},
    {"SELECT country_code FROM city GROUP BY 1 HAVING COUNT(city_id) >= 2",
     EDIT(OPERATOR, "count(*)", ">=", "<"),
     "SELECT country_code FROM city GROUP BY 1 HAVING COUNT(city_id) < 2"},
    {"SELECT country_code, count(*) AS n FROM city GROUP BY 1 HAVING n >= 2",
     EDIT(OPERATOR, "count(*)", ">=", "<"),
     "SELECT country_code, count(*) AS n FROM city GROUP BY 1 HAVING n < 2"},
    {"SELECT country_code FROM city GROUP BY 1 HAVING count(DISTINCT city_id) > 2",
     EDIT(OPERATOR, "count(distinct city.city_id)", ">", "<"),
     "SELECT country_code FROM city GROUP BY 1 HAVING count(DISTINCT city_id) < 2"},
    {"SELECT country_code FROM city GROUP BY 1 HAVING count(DISTINCT city_id) > 2",
     EDIT(OPERATOR, "count(*)", ">", "<"), NULL},
    {"SELECT city_name FROM city WHERE city_id > (SELECT avg(city_id) FROM city)",
     EDIT(OPERATOR, "city.city_id", ">", "<"),
     "SELECT city_name FROM city WHERE city_id < (SELECT avg(city_id) FROM city)"},
    {"SELECT city_name FROM city WHERE city_id > 3 OR city_id > 5",
     EDIT(OPERATOR, "city.city_id", ">", "<"), NULL},
    {"SELECT city_name FROM city WHERE city_id >= 3", EDIT(OPERATOR, "city.city_id", ">", "<"),
     NULL},
    /* values, whatever they are written like */
    {"SELECT city_id FROM city WHERE country_code = \"FR\"",
     EDIT(VALUE, "city.country_code", "'FR'", "'IT'"),
     "SELECT city_id FROM city WHERE country_code = 'IT'"},
    {"SELECT city_id FROM city WHERE 'it''s' = city_name",
     EDIT(VALUE, "city.city_name", "'it''s'", "'O''Hara'"),
     "SELECT city_id FROM city WHERE 'O''Hara' = city_name"},
    {"SELECT city_name FROM city WHERE city_id = 3.0 OR city_id = 4",
     EDIT(VALUE, "city.city_id", "3", "5"),
     "SELECT city_name FROM city WHERE city_id = 5 OR city_id = 4"},
    {"SELECT city_name FROM city WHERE city_id = '3'", EDIT(VALUE, "city.city_id", "3", "5"),
     "SELECT city_name FROM city WHERE city_id = '5'"},
    {"SELECT city_name FROM city WHERE city_id BETWEEN -3 AND 8",
     EDIT(VALUE, "city.city_id", "-3", "-2"),
     "SELECT city_name FROM city WHERE city_id BETWEEN -2 AND 8"},
    {"SELECT city_name FROM city WHERE country_code IN ('FR', 'IT')",
     EDIT(VALUE, "city.country_code", "'IT'", "'ES'"),
     "SELECT city_name FROM city WHERE country_code IN ('FR', 'ES')"},
    {"SELECT city_name FROM city WHERE city_name LIKE '%a%'",
     EDIT(VALUE, "city.city_name", "'%a%'", "'%b%'"),
     "SELECT city_name FROM city WHERE city_name LIKE '%b%'"},
    {"SELECT city_name FROM city WHERE country_code = 'FR' UNION SELECT city_name FROM city WHERE "
     "country_code = 'FR'",
     EDIT(VALUE, "city.country_code", "'FR'", "'IT'"), NULL},
    /* directions, written or not; limits */
    {"SELECT city_name FROM city ORDER BY city_id", EDIT(DIRECTION, "city.city_id", "asc", "desc"),
     "SELECT city_name FROM city ORDER BY city_id DESC"},
    {"SELECT city_name FROM city ORDER BY (city_id) LIMIT 3",
     EDIT(DIRECTION, "city.city_id", "asc", "desc"),
     "SELECT city_name FROM city ORDER BY (city_id) DESC LIMIT 3"},
    {"SELECT city_name FROM city ORDER BY 1 desc, city_id",
     EDIT(DIRECTION, "city.city_name", "desc", "asc"),
     "SELECT city_name FROM city ORDER BY 1 ASC, city_id"},
    {"SELECT country_code, count(*) AS n FROM city GROUP BY 1 ORDER BY n DESC",
     EDIT(DIRECTION, "count(*)", "desc", "asc"),
     "SELECT country_code, count(*) AS n FROM city GROUP BY 1 ORDER BY n ASC"},
    {"SELECT city_name FROM city ORDER BY city_id LIMIT 3", EDIT(LIMIT, "", "3", "5"),
     "SELECT city_name FROM city ORDER BY city_id LIMIT 5"},
    {"SELECT city_name FROM city WHERE city_id = 3", EDIT(LIMIT, "", "3", "5"), NULL},
    /* what cannot be read has no place */
    {"SELECT nothing FROM city WHERE city_id > 3", EDIT(OPERATOR, "city.city_id", ">", "<"), NULL},
    {"I'm sorry", EDIT(OPERATOR, "city.city_id", ">", "<"), NULL},
};

static void test_apply(void **state)
{
    struct world *w = *state;
    for (size_t i = 0; i < COUNT_OF(SAMPLES); i++) {
        const struct sample *s = &SAMPLES[i];
        struct str out = STR("");
        bool applied = query_edit_apply(&w->arena, &w->schema, str_from(s->sql), &s->edit, &out);
        if (applied != (s->expected != NULL) || (applied && !str_eq(out, str_from(s->expected))))
            fail_msg("%s: %.*s", s->sql, STR_ARG(out));
    }
}

/* What is said of places, beyond the edit. */
static void test_places(void **state)
{
    struct world *w = *state;
    struct sql_stmt stmt;
    struct sql_resolution resolution;
    struct err e;
    struct str sql =
        STR("SELECT country_code FROM city WHERE city_id < 9 AND city_id != 4 GROUP BY 1 "
            "HAVING avg(city_id) > (SELECT 2) ORDER BY count(*) DESC LIMIT 3");
    assert_int_equal(sql_parse(&w->arena, sql, &stmt, &e), OK);
    assert_int_equal(sql_resolve(&w->arena, &w->schema, &stmt, &resolution, &e), OK);
    struct edit_places p = edit_places_of(&w->arena, &w->schema, &stmt, &resolution);
    static const enum edit_kind kinds[] = {EDIT_OPERATOR, EDIT_VALUE,     EDIT_VALUE,
                                           EDIT_OPERATOR, EDIT_DIRECTION, EDIT_LIMIT};
    assert_int_equal(p.count, COUNT_OF(kinds));
    for (uint32_t i = 0; i < p.count; i++) {
        assert_int_equal(p.items[i].edit.what, kinds[i]);
        assert_true(p.items[i].unique);
    }
    uint32_t id =
        schema_find_column(&w->schema, schema_find_table(&w->schema, STR("city")), STR("city_id"));
    assert_true(p.items[0].literal && p.items[0].column == id);
    assert_true(!p.items[3].literal && str_eq(p.items[3].aggregate, STR("avg")) &&
                p.items[3].column == id);
    assert_true(p.items[4].limited && str_eq(p.items[4].aggregate, STR("count")) &&
                p.items[4].column == SCHEMA_NONE);
}

/* No real answer has that many values, and each is compared with all others. */
static void test_too_many(void **state)
{
    struct world *w = *state;
    struct buf sql = {0};
    struct str out;
    const struct query_edit edit = EDIT(VALUE, "city.city_id", "7", "8");
    buf_put(&sql, STR("SELECT city_name FROM city WHERE city_id IN (0"));
    for (int i = 1; i < EDIT_PLACES_MAX; i++)
        buf_printf(&sql, ",%d", i);
    size_t len = sql.len;
    buf_putc(&sql, ')');
    assert_true(query_edit_apply(&w->arena, &w->schema, buf_str(&sql), &edit, &out));
    sql.len = len;
    buf_put(&sql, STR(",-1)"));
    assert_false(query_edit_apply(&w->arena, &w->schema, buf_str(&sql), &edit, &out));
    buf_release(&sql);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_apply),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_too_many),
    };
    return cmocka_run_group_tests(tests, world_set_up, world_tear_down);
}
