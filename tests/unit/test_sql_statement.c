/* test_sql_statement.c: SQL is told apart from other text. */
#include "unit.h"

#include "sql/statement.h"

static void test_statements(void **state)
{
    static const char *const TEXTS[] = {
        "SELECT 1",
        "  select name from t",
        "-- the names\nSELECT name FROM t",
        "/* all */ ((SELECT 1) UNION SELECT 2)",
        "WITH n AS (SELECT 1) SELECT * FROM n",
        "WITH RECURSIVE n(i) AS (SELECT 1) SELECT i FROM n",
        "with \"odd name\" as (select 1) select 1",
        "VALUES (1)",
        "DROP TABLE t",
        "SELECT the best of them all, please", /* it begins as SQL does; it does not parse */
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(TEXTS); i++)
        if (!sql_begins_statement(str_from(TEXTS[i])))
            fail_msg("'%s' is no statement", TEXTS[i]);
}

static void test_other_text(void **state)
{
    static const char *const TEXTS[] = {
        "",
        "   ",
        "-- nothing to say",
        "I'm sorry, I cannot answer that.",
        "Selecting the names is not possible.",
        "With pleasure! SELECT 1",
        "With regret I must decline",
        "'SELECT 1'",
        "(",
        "null",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(TEXTS); i++)
        if (sql_begins_statement(str_from(TEXTS[i])))
            fail_msg("'%s' is a statement", TEXTS[i]);
}

static void test_order(void **state)
{
    struct arena a = {0};
    (void)state;
    assert_true(sql_orders_rows(&a, STR("SELECT a FROM t ORDER BY a")));
    assert_true(sql_orders_rows(&a, STR("SELECT 1 UNION SELECT 2 ORDER BY 1")));
    assert_false(sql_orders_rows(&a, STR("SELECT a FROM (SELECT a FROM t ORDER BY a)")));
    assert_false(sql_orders_rows(&a, STR("SELECT a FROM t")));
    assert_false(sql_orders_rows(&a, STR("please ORDER BY a")));
    arena_release(&a);
}

static void test_end(void **state)
{
    static const struct {
        const char *text, *without;
    } CASES[] = {{"SELECT 1", "SELECT 1"},
                 {" SELECT 1 ;\n", "SELECT 1"},
                 {"SELECT 1; ; ;", "SELECT 1"},
                 {"SELECT ';'", "SELECT ';'"},
                 {" ; ", ""},
                 {"", ""}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++)
        if (!str_eq(sql_without_end(str_from(CASES[i].text)), str_from(CASES[i].without)))
            fail_msg("'%s'", CASES[i].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_statements), cmocka_unit_test(test_end),
        cmocka_unit_test(test_other_text), cmocka_unit_test(test_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
