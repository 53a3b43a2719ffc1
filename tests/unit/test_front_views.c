/* test_front_views.c: a statement sees the views that are in front, and no other, however it names
 * them, and whatever views were in front before. */
#include "engine/engine.h"
#include "sure.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/teql-views-XXXXXX";
static char path[64];

static const char schema[] = "CREATE TABLE t(x); INSERT INTO t VALUES (1);"
                             "CREATE TABLE u(x); INSERT INTO u VALUES (2);"
                             "CREATE VIEW both AS SELECT t.x + u.x AS x FROM t, u;";

static int set_up(void **state)
{
    sqlite3 *handle;
    (void)state;
    engine_init((int64_t)32 << 20);
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.sqlite", folder);
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, schema, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(handle);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static int open_it(void **state)
{
    struct database *d;
    struct err e;
    assert_int_equal(database_open(path, &d, &e), OK);
    *state = d;
    return 0;
}

static int close_it(void **state)
{
    database_close(*state);
    return 0;
}

static enum status try_to_show(struct database *d, const char *name, const char *definition)
{
    struct err e;
    return database_add_view(d, str_from(name), str_from(definition), &e);
}

static void show(struct database *d, const char *name, const char *definition)
{
    assert_int_equal(try_to_show(d, name, definition), OK);
}

static void hide(struct database *d)
{
    struct err e;
    assert_int_equal(database_drop_views(d, &e), OK);
}

/* The one value that the query has, as text; else why it has none. */
static void expect(struct database *d, const char *sql, const char *wanted)
{
    struct query_limits limits = {
        .deadline = deadline_after_ms(60000), .max_rows = 1, .max_bytes = 1 << 20};
    struct query_result r;
    struct arena a = {0};
    sure_query(d, str_from(sql), &limits, &a, &r);
    struct str found = r.message;
    if (r.outcome == QUERY_ROWS) {
        assert_int_equal(r.rows.n_rows, 1);
        const struct value *v = rows_at(&r.rows, 0, 0);
        found = v->type == VALUE_TEXT ? value_bytes(v) : arena_printf(&a, "%d", (int)v->integer);
    }
    assert_string_equal(arena_str(&a, found).ptr, wanted);
    arena_release(&a);
}

static void what_is_in_front_is_seen(void **state)
{
    struct database *d = *state;
    for (int round = 0; round < 3; round++) {
        expect(d, "SELECT x FROM t", "1");
        show(d, "t", "(x) AS SELECT x + 10 FROM main.t");
        show(d, "u", "(x) AS SELECT x + 20 FROM main.u");
        expect(d, "SELECT x FROM t", "11");
        hide(d);
        show(d, "t", "(x) AS SELECT x + 30 FROM main.t");
        expect(d, "SELECT x FROM t", "31");
        expect(d, "SELECT x FROM u", "2");
        hide(d);
    }
}

static void what_is_only_in_front_goes(void **state)
{
    struct database *d = *state;
    for (int round = 0; round < 3; round++) {
        expect(d, "SELECT x FROM new", "no such table: new");
        show(d, "new", "(x) AS SELECT 5");
        expect(d, "SELECT x FROM new", "5");
        hide(d);
        show(d, "other", "(x) AS SELECT x FROM temp.new");
        expect(d, "SELECT x FROM other", "no such table: temp.new");
        hide(d);
    }
}

static void views_read_views(void **state)
{
    struct database *d = *state;
    for (int round = 0; round < 3; round++) {
        show(d, "top", "(x) AS SELECT x FROM temp.middle");
        show(d, "middle", "(x) AS SELECT x FROM temp.\"low\"");
        show(d, "low", "(x) AS SELECT 1");
        expect(d, "SELECT x FROM top", "1");
        hide(d);
        show(d, "top", "(x) AS SELECT x FROM temp.middle");
        show(d, "middle", "(x) AS SELECT x FROM temp.\"low\"");
        show(d, "low", "(x) AS SELECT 2");
        expect(d, "SELECT x FROM top", "2");
        hide(d);
    }
}

/* A view of the file reads the file. */
static void views_of_the_file_do_not_see_those_in_front(void **state)
{
    struct database *d = *state;
    show(d, "t", "(x) AS SELECT 100");
    expect(d, "SELECT x FROM both", "3");
    expect(d, "SELECT x FROM t", "100");
    expect(d, "SELECT x FROM both", "3");
}

static void names_are_written_in_many_ways(void **state)
{
    static const char *const queries[] = {
        "SELECT x FROM T",      "SELECT x FROM\"t\"",       "SELECT x FROM[t]",
        "SELECT x FROM`T`",     "SELECT x FROM't'",         "SELECT x FROM temp.t",
        "SELECT x FROM/**/t--", "SELECT (SELECT x FROM t)", "WITH c AS(SELECT*FROM t)SELECT*FROM c",
    };
    struct database *d = *state;
    for (size_t i = 0; i < COUNT_OF(queries); i++) {
        show(d, "t", "(x) AS SELECT 7");
        hide(d);
        show(d, "t", "(x) AS SELECT 8");
        hide(d);
        show(d, "t", "(x) AS SELECT 7"); /* known, and not there */
        expect(d, queries[i], "7");
        hide(d);
    }
}

static void odd_names_are_found(void **state)
{
    static const struct {
        const char *name, *query;
    } cases[] = {
        {"a\"b", "SELECT x FROM \"a\"\"b\""},
        {"a'b", "SELECT x FROM 'a''b'"},
        {"a`b", "SELECT x FROM `a``b`"},
        {"\xc3\xa9", "SELECT x FROM \xc3\xa9"},
        {"order items", "SELECT x FROM \"Order Items\""},
        {"$", "SELECT x FROM \"$\""},
        {"", "SELECT x FROM \"\""},
    };
    struct database *d = *state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (int round = 0; round < 2; round++) {
            show(d, cases[i].name, "(x) AS SELECT 7");
            expect(d, cases[i].query, "7");
            hide(d);
            show(d, cases[i].name, "(x) AS SELECT 8");
            expect(d, cases[i].query, "8");
            hide(d);
        }
}

static void lists_have_what_is_in_front_in_its_order(void **state)
{
    const char *sql = "SELECT group_concat(name) FROM SQLITE_temp_master";
    struct database *d = *state;
    show(d, "a", "(x) AS SELECT 1");
    show(d, "b", "(x) AS SELECT 2");
    show(d, "c", "(x) AS SELECT 3");
    expect(d, sql, "a,b,c");
    hide(d);
    show(d, "c", "(x) AS SELECT 3");
    show(d, "a", "(x) AS SELECT 1");
    expect(d, sql, "c,a");
    expect(d, "SELECT x FROM a", "1");
}

static void one_name_is_one_view(void **state)
{
    struct database *d = *state;
    for (int round = 0; round < 3; round++) {
        show(d, "v", "(x) AS SELECT 1");
        assert_int_equal(try_to_show(d, "v", "(x) AS SELECT 1"), E_DB);
        assert_int_equal(try_to_show(d, "V", "(x) AS SELECT 2"), E_DB);
        expect(d, "SELECT x FROM v", "1");
        hide(d);
        show(d, "V", "(x) AS SELECT 2");
        assert_int_equal(try_to_show(d, "v", "(x) AS SELECT 1"), E_DB);
        hide(d);
    }
}

static void what_is_refused_is_refused_again(void **state)
{
    struct database *d = *state;
    for (int round = 0; round < 3; round++) {
        assert_int_equal(try_to_show(d, "v", "(x) AS SELECT"), E_DB);
        assert_int_equal(try_to_show(d, "sqlite_v", "(x) AS SELECT 1"), E_DB);
        assert_int_equal(try_to_show(d, "v", "(x) AS SELECT 1; SELECT 2"), E_DB);
        hide(d);
        expect(d, "SELECT x FROM v", "no such table: v");
    }
}

/* Also where SQLite does not have the view yet. */
static void nobody_reaches_around_a_view(void **state)
{
    struct database *d = *state;
    for (int round = 0; round < 3; round++) {
        show(d, "t", "(x) AS SELECT x + 10 FROM main.t");
        show(d, "u", "(x) AS SELECT x + 20 FROM main.u");
        expect(d, "SELECT x FROM main.t", "access to t.x is prohibited");
        expect(d, "SELECT count(*) FROM main.t", "not authorized");
        expect(d, "SELECT x FROM temp.u", "22");
        hide(d);
        expect(d, "SELECT x FROM main.t", "1");
    }
}

static void more_views_than_are_remembered(void **state)
{
    enum { MANY = 1500 };
    struct database *d = *state;
    char name[20], definition[40], query[40];
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < MANY; i++) {
            snprintf(name, sizeof name, "v%d", i);
            snprintf(definition, sizeof definition, "(x) AS SELECT %d", 10 * i + round);
            show(d, name, definition);
        }
        for (int i = 0; i < MANY; i += 499) {
            snprintf(query, sizeof query, "SELECT x FROM v%d", i);
            snprintf(definition, sizeof definition, "%d", 10 * i + round);
            expect(d, query, definition);
        }
        hide(d);
        expect(d, "SELECT x FROM v3", "no such table: v3");
        expect(d, "SELECT x FROM v1499", "no such table: v1499");
        expect(d, "SELECT count(*) FROM sqlite_temp_schema", "0");
    }
}

#define VIEW_TEST(test) cmocka_unit_test_setup_teardown(test, open_it, close_it)

int main(void)
{
    const struct CMUnitTest tests[] = {
        VIEW_TEST(what_is_in_front_is_seen),
        VIEW_TEST(what_is_only_in_front_goes),
        VIEW_TEST(views_read_views),
        VIEW_TEST(views_of_the_file_do_not_see_those_in_front),
        VIEW_TEST(names_are_written_in_many_ways),
        VIEW_TEST(odd_names_are_found),
        VIEW_TEST(lists_have_what_is_in_front_in_its_order),
        VIEW_TEST(one_name_is_one_view),
        VIEW_TEST(what_is_refused_is_refused_again),
        VIEW_TEST(nobody_reaches_around_a_view),
        VIEW_TEST(more_views_than_are_remembered),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
