/* test_like_escape.c: LIKE's escape is one character, as SQLite has it. */
#include "sure.h"

#include "fixture.h"

static void test_escape(void **state)
{
    (void)state;
    enum { NOTHING = -1, ERROR = -2 };
    static const struct {
        const char *sql;
        int expected;
    } cases[] = {
        {"SELECT 'a_b' LIKE 'a!_b' ESCAPE '!'", 1},
        {"SELECT 'axb' LIKE 'a!_b' ESCAPE '!'", 0},
        {"SELECT 'axb' LIKE 'a_b' ESCAPE '!'", 1},
        {"SELECT 'a%' LIKE 'a\xC3\xA9%' ESCAPE '\xC3\xA9'", 1},
        {"SELECT 'ab' LIKE 'a\xC3\xA9%' ESCAPE '\xC3\xA9'", 0},
        {"SELECT 'a' LIKE 'a' ESCAPE '!!'", ERROR},
        {"SELECT 'a' LIKE 'a' ESCAPE ''", ERROR},
        {"SELECT 'a' LIKE 'a' ESCAPE NULL", NOTHING},
        {"SELECT NULL LIKE 'a'", NOTHING},
    };
    const struct query_limits limits = {
        .deadline = deadline_after_ms(20000), .max_rows = 10, .max_bytes = 1 << 20};
    struct arena a = {0};
    struct database *d;
    struct err e;
    const char *path = fixture_create(&a, fixture_sql);
    assert_int_equal(database_open(path, &d, &e), OK);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct query_result r;
        sure_query(d, str_from(cases[i].sql), &limits, &a, &r);
        int found = r.outcome != QUERY_ROWS ? ERROR
                    : rows_at(&r.rows, 0, 0)->type != VALUE_INTEGER
                        ? NOTHING
                        : (int)rows_at(&r.rows, 0, 0)->integer;
        if (found != cases[i].expected)
            fail_msg("%s: %d", cases[i].sql, found);
    }
    database_close(d);
    fixture_remove(path);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_escape)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
