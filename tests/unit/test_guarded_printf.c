/* test_guarded_printf.c: printf() is SQLite's own, unless its numbers are absurd.
 */
#include "sure.h"

#include "fixture.h"

static struct query_result ask(struct arena *a, const char *sql)
{
    const struct query_limits limits = {
        .deadline = deadline_after_ms(20000), .max_rows = 1000, .max_bytes = 4 << 20};
    const char *path = fixture_create(a, "CREATE TABLE t (x)");
    struct database *d;
    struct query_result r;
    struct err e;
    assert_int_equal(database_open(path, &d, &e), OK);
    sure_query(d, str_from(sql), &limits, a, &r);
    database_close(d);
    fixture_remove(path);
    return r;
}

static void test_texts(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *text;
    } cases[] = {
        {"SELECT printf('%d of %s', 3, 'five')", "3 of five"},
        {"SELECT format('%*d', 4, 7)", "   7"},
        {"SELECT printf('%-4d|', 7)", "7   |"},
        {"SELECT printf('a')", "a"},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct query_result r = ask(&a, cases[i].sql);
        assert_int_equal(r.outcome, QUERY_ROWS);
        assert_true(str_eq(value_bytes(rows_at(&r.rows, 0, 0)), str_from(cases[i].text)));
    }
    struct query_result nothing = ask(&a, "SELECT printf()");
    assert_int_equal(rows_at(&nothing.rows, 0, 0)->type, VALUE_NULL);
    arena_release(&a);
}

/* Widths and precisions, in the format or beside it, alone or together. */
static void test_absurd(void **state)
{
    (void)state;
    static const char *const TOO_LARGE[] = {
        "SELECT printf('%2000000d', 1)",           "SELECT printf('%*d', 2000000, 1)",
        "SELECT printf('%*d', -2000000, 1)",       "SELECT printf('%*d%*d', 1, 1, 600000, 1)",
        "SELECT printf('%600000d%600000d', 1, 1)",
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(TOO_LARGE); i++)
        if (ask(&a, TOO_LARGE[i]).outcome != QUERY_TOO_LARGE)
            fail_msg("%s", TOO_LARGE[i]);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_texts), cmocka_unit_test(test_absurd)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
