/* test_statement_bounds.c: the memory of one statement, with a small bound.
 *
 * A program of its own, since the bound of the heap is set once for a process. */
#include "sure.h"

#include "fixture.h"

#include "engine/engine.h"

enum { HEAP = 600000 };

static enum query_outcome ask(const char *sql)
{
    const struct query_limits limits = {
        .deadline = deadline_after_ms(20000), .max_rows = 1000, .max_bytes = 4 << 20};
    struct arena a = {0};
    const char *path = fixture_create(&a, "CREATE TABLE t (x)");
    struct database *d;
    struct query_result r;
    struct err e;
    assert_int_equal(database_open(path, &d, &e), OK);
    sure_query(d, str_from(sql), &limits, &a, &r);
    database_close(d);
    fixture_remove(path);
    arena_release(&a);
    return r.outcome;
}

/* One allocation that is larger than all that is left, and many that are so together. */
static void test_heap(void **state)
{
    (void)state;
    assert_int_equal(ask("SELECT length(zeroblob(100000) || '')"), QUERY_ROWS);
    assert_int_equal(ask("SELECT hex(zeroblob(400000))"), QUERY_TOO_LARGE);
    assert_int_equal(ask("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 40) "
                         "SELECT group_concat(hex(randomblob(20000)), '') FROM n"),
                     QUERY_TOO_LARGE);
    assert_int_equal(ask("SELECT 1"), QUERY_ROWS); /* it is given back */
}

/* Memory of the thread's other databases does not count for a statement. */
static void test_neighbours(void **state)
{
    (void)state;
    enum { N_DATABASES = 30 }; /* together they hold more than the bound */
    struct arena a = {0};
    struct database *all[N_DATABASES];
    const char *path = fixture_create(&a, "CREATE TABLE t (x)");
    struct err e;
    for (int i = 0; i < N_DATABASES; i++) {
        const struct query_limits limits = {
            .deadline = deadline_after_ms(20000), .max_rows = 1000, .max_bytes = 4 << 20};
        struct query_result r;
        assert_int_equal(database_open(path, &all[i], &e), OK);
        sure_query(all[i], STR("SELECT length(zeroblob(100000) || '')"), &limits, &a, &r);
        assert_int_equal(r.outcome, QUERY_ROWS);
    }
    for (int i = 0; i < N_DATABASES; i++)
        database_close(all[i]);
    fixture_remove(path);
    arena_release(&a);
}

int main(void)
{
    engine_init(HEAP);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_heap),
                                       cmocka_unit_test(test_neighbours)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
