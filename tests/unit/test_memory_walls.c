/* test_memory_walls.c: a database in memory has the same walls as a file. */
#include "sure.h"

#include "engine/database.h"

static void test_walls(void **state)
{
    (void)state;
    static const struct {
        const char *sql;
        enum query_outcome outcome;
    } cases[] = {
        {"SELECT x FROM t", QUERY_ROWS},
        {"DELETE FROM t", QUERY_DENIED},
        {"INSERT INTO t VALUES (2)", QUERY_DENIED},
        {"CREATE TABLE u (x)", QUERY_DENIED},
        {"DROP TABLE t", QUERY_DENIED},
        {"ATTACH ':memory:' AS other", QUERY_DENIED},
        {"PRAGMA writable_schema = 1", QUERY_DENIED},
        {"SELECT json_patch('{}', '{}')", QUERY_DENIED},
        {"SELECT zeroblob(2000000)", QUERY_TOO_LARGE},
        {"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n",
         QUERY_TIMEOUT},
    };
    struct arena a = {0};
    struct database *d;
    struct err e;
    assert_int_equal(
        database_open_memory(STR("CREATE TABLE t (x); INSERT INTO t VALUES (1)"), &d, &e), OK);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct query_limits limits = {
            .deadline = deadline_after_ms(cases[i].outcome == QUERY_TIMEOUT ? 50 : 20000),
            .max_rows = 1000,
            .max_bytes = 1 << 24};
        struct query_result r;
        sure_query(d, str_from(cases[i].sql), &limits, &a, &r);
        if (r.outcome != cases[i].outcome)
            fail_msg("%s: %d", cases[i].sql, (int)r.outcome);
    }
    database_close(d);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_walls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
