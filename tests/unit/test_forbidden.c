/* test_forbidden.c: functions that reach outside the database, or cannot be stopped, are refused
 * wherever they stand. */
#include "fixture.h"
#include "sure.h"

#include <sqlite3.h>

/* With arguments that SQLite takes, where it has the function. */
static const struct {
    const char *name, *call;
} FORBIDDEN[] = {
    {"load_extension", "load_extension('x')"},
    {"fts3_tokenizer", "fts3_tokenizer('simple')"},
    {"readfile", "readfile('x')"},
    {"writefile", "writefile('x', 'y')"},
    {"edit", "edit('x')"},
    {"sqlar_compress", "sqlar_compress('x')"},
    {"zipfile", "zipfile('x', 'y')"},
    {"json_patch", "json_patch('{}', '{}')"},
};

enum { N_FORBIDDEN = sizeof FORBIDDEN / sizeof *FORBIDDEN };

static bool sqlite_has(const char *function)
{
    sqlite3 *db;
    sqlite3_stmt *stmt;
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT 1 FROM pragma_function_list WHERE name = ?", -1,
                                        &stmt, NULL),
                     SQLITE_OK);
    sqlite3_bind_text(stmt, 1, function, -1, SQLITE_STATIC);
    bool has = sqlite3_step(stmt) == SQLITE_ROW;
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return has;
}

static enum query_outcome ask(struct arena *a, struct database *d, struct str sql)
{
    const struct query_limits limits = {
        .deadline = deadline_after_ms(20000), .max_rows = 1000, .max_bytes = 1 << 20};
    struct query_result r;
    sure_query(d, sql, &limits, a, &r);
    return r.outcome;
}

static struct database *open_fixture(struct arena *a, const char *sql)
{
    const char *path = fixture_create(a, sql);
    struct database *d;
    struct err e;
    assert_int_equal(database_open(path, &d, &e), OK);
    fixture_remove(path);
    return d;
}

static void test_every_place(void **state)
{
    (void)state;
    static const char *const PLACES[] = {
        "SELECT %s",
        "SELECT 1 FROM city WHERE %s IS NULL",
        "SELECT 1 FROM city ORDER BY %s",
        "SELECT count(*) FROM city GROUP BY %s",
        "SELECT (SELECT max(%s) FROM city)",
        "WITH x AS (SELECT %s AS y) SELECT y FROM x",
        "SELECT 1 FROM city JOIN country ON %s",
    };
    struct arena a = {0};
    struct database *d = open_fixture(&a, fixture_sql);
    int tried = 0;
    for (size_t i = 0; i < N_FORBIDDEN; i++) {
        bool has = sqlite_has(FORBIDDEN[i].name);
        tried += has;
        for (size_t p = 0; p < sizeof PLACES / sizeof *PLACES; p++) {
            struct str place = str_from(PLACES[p]);
            size_t at = str_find(place, STR("%s"), 0);
            struct str sql = arena_printf(&a, "%.*s%s%s", (int)at, place.ptr, FORBIDDEN[i].call,
                                          place.ptr + at + 2);
            if (ask(&a, d, sql) != (has ? QUERY_DENIED : QUERY_ERROR))
                fail_msg("%s", sql.ptr);
        }
    }
    assert_true(tried >= 2); /* load_extension and json_patch are in every SQLite of Debian's */
    database_close(d);
    arena_release(&a);
}

/* However the name is written, and from within a view of the file's own. */
static void test_disguise(void **state)
{
    (void)state;
    struct arena a = {0};
    struct database *d = open_fixture(&a, "CREATE TABLE t (x);"
                                          "CREATE VIEW v AS SELECT json_patch('{}', x) FROM t;"
                                          "CREATE VIEW w AS SELECT * FROM v;");
    assert_int_equal(ask(&a, d, STR("SELECT JSON_Patch('{}', '{}')")), QUERY_DENIED);
    assert_int_equal(ask(&a, d, STR("SELECT [json_patch] /* */ ('{}', '{}')")), QUERY_DENIED);
    /* whichever wall it meets first */
    assert_int_not_equal(ask(&a, d, STR("SELECT * FROM v")), QUERY_ROWS);
    assert_int_not_equal(ask(&a, d, STR("SELECT count(*) FROM w")), QUERY_ROWS);
    assert_int_equal(ask(&a, d, STR("SELECT json_patches('{}', '{}')")), QUERY_ERROR);
    database_close(d);
    arena_release(&a);
}

/* Its neighbours are not forbidden. */
static void test_allowed(void **state)
{
    (void)state;
    struct arena a = {0};
    struct database *d = open_fixture(&a, fixture_sql);
    assert_int_equal(ask(&a, d, STR("SELECT json_set('{}', '$.a', 1)")), QUERY_ROWS);
    assert_int_equal(ask(&a, d, STR("SELECT json_patch FROM (SELECT 1 AS json_patch)")),
                     QUERY_ROWS);
    assert_int_equal(ask(&a, d, STR("SELECT 'json_patch(1, 2)'")), QUERY_ROWS);
    database_close(d);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_place),
        cmocka_unit_test(test_disguise),
        cmocka_unit_test(test_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
