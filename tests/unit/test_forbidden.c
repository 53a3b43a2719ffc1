/* test_forbidden.c: functions that reach outside the database, or cannot be stopped, are refused
 * everywhere. */
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

enum { N_FORBIDDEN = COUNT_OF(FORBIDDEN) };

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
        for (size_t p = 0; p < COUNT_OF(PLACES); p++) {
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

/* A generated column of the file calls the function with this many arguments. Planted, since SQLite
 * would not declare most of them. */
static struct database *open_calling(struct arena *a, const char *function, int n)
{
    struct str arguments = STR("");
    for (int i = 0; i < n; i++)
        arguments = arena_printf(a, "%.*s%sx", STR_ARG(arguments), i ? ", " : "");
    return open_fixture(
        a, arena_printf(a,
                        "CREATE TABLE t (x, g AS (x || 1)); INSERT INTO t VALUES ('{}');"
                        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql ="
                        " 'CREATE TABLE t (x, g AS (\"%s\"(%.*s)))'",
                        function, STR_ARG(arguments))
               .ptr);
}

static void assert_not_called(struct arena *a, const char *function, int n)
{
    struct database *d = open_calling(a, function, n);
    assert_int_equal(ask(a, d, STR("SELECT x FROM t")), QUERY_ROWS);
    if (ask(a, d, STR("SELECT g FROM t")) == QUERY_ROWS)
        fail_msg("a file calls %s", function);
    if (ask(a, d, STR("SELECT x FROM t ORDER BY g")) == QUERY_ROWS)
        fail_msg("a file sorts by %s", function);
    database_close(d);
}

/* SQLite asks no authorizer about the expressions of a schema. Of all functions of this SQLite, a
 * file can call only those that SQLite marks as harmless, and those for JSON, except the forbidden
 * one. */
static void test_schema(void **state)
{
    (void)state;
    struct arena a = {0};
    sqlite3 *db;
    sqlite3_stmt *stmt;
    int tried = 0;
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(db,
                           "SELECT DISTINCT name, abs(narg) FROM pragma_function_list WHERE"
                           " name = 'json_patch' OR NOT (flags & 0x200000 OR name LIKE 'json%'"
                           " OR name IN ('->', '->>'))",
                           -1, &stmt, NULL),
        SQLITE_OK);
    for (; sqlite3_step(stmt) == SQLITE_ROW; tried++)
        assert_not_called(&a, (const char *)sqlite3_column_text(stmt, 0),
                          sqlite3_column_int(stmt, 1));
    assert_true(tried >= 3);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    arena_release(&a);
}

/* Functions that only compute are allowed in every expression of a schema. */
static void test_computing_schema(void **state)
{
    (void)state;
    struct arena a = {0};
    struct database *d =
        open_fixture(&a, "CREATE TABLE t (x CHECK (json_valid(x)), g AS (json_extract(x, '$.a')),"
                         " h AS (x ->> '$.a') STORED);"
                         "CREATE INDEX i ON t (json_extract(x, '$.b'));"
                         "CREATE INDEX j ON t (x) WHERE json_type(x) = 'object';"
                         "CREATE VIEW v AS SELECT t.g, e.value FROM t, json_each(t.x) AS e;"
                         "INSERT INTO t VALUES ('{\"a\": 1, \"b\": 2}');");
    assert_int_equal(ask(&a, d, STR("SELECT g, h FROM t WHERE json_extract(x, '$.b') = 2")),
                     QUERY_ROWS);
    assert_int_equal(ask(&a, d, STR("SELECT x FROM t WHERE json_type(x) = 'object'")), QUERY_ROWS);
    assert_int_equal(ask(&a, d, STR("SELECT * FROM v")), QUERY_ROWS);
    database_close(d);
    arena_release(&a);
}

/* Only statements of ours may ask what a file declares; a view of the file may not. */
static void test_views_ask_nothing(void **state)
{
    (void)state;
    struct arena a = {0};
    const char *path = fixture_create(
        &a, "CREATE TABLE t (x); CREATE VIEW v AS SELECT name FROM pragma_table_xinfo('t');"
            "CREATE VIEW w AS SELECT count(*) AS n FROM pragma_table_list;"
            "CREATE VIEW f AS SELECT name FROM pragma_function_list;"
            "CREATE VIEW s AS SELECT name FROM dbstat;");
    struct database *d;
    struct description described;
    struct err e;
    assert_int_equal(database_open(path, &d, &e), OK);
    static const char *const VIEWS[] = {"v", "w", "f", "s"};
    for (size_t i = 0; i < COUNT_OF(VIEWS); i++) {
        struct str view = str_from(VIEWS[i]);
        assert_int_not_equal(ask(&a, d, arena_printf(&a, "SELECT * FROM %s", view.ptr)),
                             QUERY_ROWS);
        assert_int_not_equal(ask(&a, d, arena_printf(&a, "SELECT count(*) FROM %s", view.ptr)),
                             QUERY_ROWS);
    }
    database_close(d);
    assert_int_equal(database_describe(path, &a, &described, &e), OK);
    assert_int_equal(described.n_tables, 1);
    fixture_remove(path);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_place),      cmocka_unit_test(test_disguise),
        cmocka_unit_test(test_allowed),          cmocka_unit_test(test_schema),
        cmocka_unit_test(test_computing_schema), cmocka_unit_test(test_views_ask_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
