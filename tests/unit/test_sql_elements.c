/* test_sql_elements.c: each element is found in queries that have it, and in no others. */
#include "unit.h"

#include "base/arena.h"
#include "base/buf.h"
#include "sql/elements.h"
#include "sql/parse.h"

struct example {
    const char *sql, *names; /* the elements in their order, with ", " between */
};

static const struct example EXAMPLES[] = {
    {"SELECT name FROM singer", "SELECT only"},
    {"VALUES (1)", "SELECT only"},
    {"SELECT name FROM singer WHERE age > 3", "WHERE"},
    {"SELECT 1 FROM a, b", "JOIN"},
    {"SELECT 1 FROM a JOIN b ON a.x = b.x", "JOIN"},
    {"SELECT 1 FROM (a JOIN b)", "JOIN"},
    {"SELECT 1 FROM (a)", "SELECT only"},
    {"SELECT x FROM a GROUP BY x HAVING x > 1", "GROUP BY, HAVING"},
    {"SELECT x FROM a ORDER BY x LIMIT 3", "ORDER BY, LIMIT"},
    {"SELECT count(*) FROM a", "aggregate"},
    {"SELECT max(x) FROM a", "aggregate"},
    {"SELECT max(x, y) FROM a", "SELECT only"},
    {"SELECT frob(x) FROM a", "SELECT only"},
    {"SELECT count(DISTINCT x) FROM a", "aggregate, DISTINCT"},
    {"SELECT DISTINCT x FROM a", "DISTINCT"},
    {"SELECT x FROM a WHERE x LIKE 'b'", "WHERE, LIKE"},
    {"SELECT x FROM a WHERE x NOT LIKE 'b'", "WHERE, LIKE"},
    {"SELECT x FROM a WHERE x GLOB 'b'", "WHERE"},
    {"SELECT x FROM a WHERE x BETWEEN 1 AND 2", "WHERE, BETWEEN"},
    {"SELECT x FROM a WHERE x IN (1, 2)", "WHERE, IN"},
    {"SELECT x FROM a WHERE x NOT IN (1, 2)", "WHERE, NOT IN"},
    {"SELECT x FROM a WHERE NOT x IN (1, 2)", "WHERE, NOT IN"},
    {"SELECT x FROM a WHERE NOT x NOT IN (1, 2)", "WHERE, IN"},
    {"SELECT x FROM a WHERE x IN (SELECT y FROM b)", "WHERE, IN, nested query"},
    {"SELECT x FROM a WHERE EXISTS (SELECT y FROM b)", "WHERE, EXISTS, nested query"},
    {"SELECT x FROM (SELECT y AS x FROM b)", "nested query"},
    {"WITH c AS (SELECT 1) SELECT * FROM c", "nested query"},
    {"SELECT x FROM a WHERE x > (SELECT avg(x) FROM a)", "WHERE, aggregate, nested query"},
    {"SELECT x FROM a UNION SELECT y FROM b", "UNION"},
    {"SELECT x FROM a UNION ALL SELECT y FROM b", "UNION"},
    {"SELECT x FROM a INTERSECT SELECT y FROM b", "INTERSECT"},
    {"SELECT x FROM a EXCEPT SELECT y FROM b", "EXCEPT"},
    {"SELECT x FROM a WHERE x = 1 OR x = 2", "WHERE, OR"},
    {"SELECT CASE x WHEN 1 THEN 2 END FROM a", "CASE"},
    {"SELECT rank() OVER (ORDER BY x) FROM a", "window function"},
    {"SELECT sum(x) OVER () FROM a", "window function"},
};

static void elements_are_found(void **state)
{
    struct arena a = {0};
    struct buf names;
    (void)state;
    names = (struct buf){0};
    for (size_t i = 0; i < COUNT_OF(EXAMPLES); i++) {
        struct sql_stmt stmt;
        struct err e;
        assert_int_equal(sql_parse(&a, str_from(EXAMPLES[i].sql), &stmt, &e), OK);
        sql_element_set set = sql_elements(&stmt);
        buf_clear(&names);
        for (int k = 0; k < SQL_N_ELEMENTS; k++)
            if (sql_element_in(set, (enum sql_element)k))
                buf_printf(&names, "%s%.*s", names.len ? ", " : "",
                           STR_ARG(sql_element_name((enum sql_element)k)));
        if (!str_eq(buf_str(&names), str_from(EXAMPLES[i].names)))
            fail_msg("%s: %.*s", EXAMPLES[i].sql, STR_ARG(buf_str(&names)));
    }
    buf_release(&names);
    arena_release(&a);
}

static void every_element_is_tried(void **state)
{
    struct arena a = {0};
    sql_element_set all = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(EXAMPLES); i++) {
        struct sql_stmt stmt;
        struct err e;
        assert_int_equal(sql_parse(&a, str_from(EXAMPLES[i].sql), &stmt, &e), OK);
        all |= sql_elements(&stmt);
    }
    assert_int_equal(all, (1ul << SQL_N_ELEMENTS) - 1);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_are_found),
        cmocka_unit_test(every_element_is_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
