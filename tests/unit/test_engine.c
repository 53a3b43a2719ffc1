/* test_engine.c: the sandbox: what may run, what may not, and that the file never changes. */
#include "engine/database_pool.h"
#include "engine/engine.h"
#include "sure.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/teql-engine-XXXXXX";
static char path[64];

static const char schema[] =
    "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT, height REAL, photo BLOB);"
    "INSERT INTO people VALUES (1,'Ada',1.5,x'00ff'),(2,'Bo',NULL,NULL),(3,'Cy',2.0,x'');"
    "INSERT INTO people VALUES (4, CAST(x'41e28261ff42c3' AS TEXT), 3, NULL);"
    "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i+1 FROM n WHERE i<400)"
    " INSERT INTO people SELECT i, 'p' || i, i, NULL FROM n;"
    "CREATE TABLE tags(name TEXT COLLATE NOCASE PRIMARY KEY, mark TEXT COLLATE RTRIM UNIQUE);"
    "INSERT INTO tags VALUES ('b', 'x '), ('A', 'y'), ('C', 'z  ');"
    "CREATE VIEW tall AS SELECT name FROM people WHERE height > 1.9;";

static void make_database(const char *file, const char *sql)
{
    sqlite3 *handle;
    assert_int_equal(sqlite3_open(file, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(handle);
}

static int set_up(void **state)
{
    (void)state;
    engine_init((int64_t)32 << 20);
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.sqlite", folder);
    make_database(path, schema);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static struct database *open_at(const char *file)
{
    struct database *d;
    struct err e;
    assert_int_equal(database_open(file, &d, &e), OK);
    return d;
}

static struct query_limits limits_of(uint32_t ms, size_t rows, size_t bytes)
{
    return (struct query_limits){
        .deadline = deadline_after_ms(ms), .max_rows = rows, .max_bytes = bytes};
}

static struct query_result query_within(struct database *d, struct arena *a, const char *sql,
                                        uint32_t ms)
{
    struct query_limits limits = limits_of(ms, 1000, 1 << 20);
    struct query_result r;
    sure_query(d, str_from(sql), &limits, a, &r);
    return r;
}

/* With a deadline that no test should meet. */
static struct query_result query(struct database *d, struct arena *a, const char *sql)
{
    return query_within(d, a, sql, 60000);
}

/* The file's bytes; freed by the caller. */
static char *contents(const char *file, size_t *len)
{
    FILE *f = fopen(file, "rb");
    assert_non_null(f);
    char *bytes = malloc(1 << 20);
    *len = fread(bytes, 1, 1 << 20, f);
    fclose(f);
    return bytes;
}

static void values_keep_type_and_content(void **state)
{
    (void)state;
    struct arena a = {0};
    struct database *d = open_at(path);
    struct query_result r = query(d, &a, "SELECT id, name, height, photo FROM people LIMIT 4");
    assert_int_equal(r.outcome, QUERY_ROWS);
    assert_int_equal(r.rows.n_rows, 4);
    assert_int_equal(r.rows.n_columns, 4);
    assert_int_equal(rows_at(&r.rows, 0, 0)->integer, 1);
    assert_true(str_eq(value_bytes(rows_at(&r.rows, 0, 1)), STR("Ada")));
    assert_true(rows_at(&r.rows, 0, 2)->real == 1.5);
    assert_true(str_eq(value_bytes(rows_at(&r.rows, 0, 3)), STR("\0\xff")));
    assert_int_equal(rows_at(&r.rows, 1, 2)->type, VALUE_NULL);
    assert_int_equal(rows_at(&r.rows, 2, 3)->type, VALUE_BLOB);
    assert_int_equal(rows_at(&r.rows, 2, 3)->len, 0);
    database_close(d);
    arena_release(&a);
}

static void bytes_that_are_not_utf8_are_dropped(void **state)
{
    (void)state;
    struct arena a = {0};
    struct database *d = open_at(path);
    struct query_result r = query(d, &a, "SELECT name FROM people WHERE id = 4");
    assert_true(r.rows.invalid_text);
    assert_true(str_eq(value_bytes(rows_at(&r.rows, 0, 0)), STR("AaB")));
    r = query(d, &a, "SELECT name FROM people WHERE id = 1");
    assert_false(r.rows.invalid_text);
    database_close(d);
    arena_release(&a);
}

static void one_statement_is_what_python_takes_for_one(void **state)
{
    (void)state;
    static const struct {
        const char *sql;
        enum query_outcome outcome;
        size_t rows;
    } cases[] = {
        {"SELECT 1;", QUERY_ROWS, 1},
        {"SELECT 1; -- done", QUERY_ROWS, 1},
        {"SELECT 1; /* open", QUERY_ROWS, 1},
        {"-- x\nSELECT 1;\n--y\n", QUERY_ROWS, 1},
        {"; SELECT 1", QUERY_ROWS, 1},
        {"", QUERY_ROWS, 0},
        {"  ", QUERY_ROWS, 0},
        {"-- nothing", QUERY_ROWS, 0},
        {"/* nothing", QUERY_ROWS, 0},
        {";", QUERY_ROWS, 0},
        {"SELECT 1;;", QUERY_SEVERAL_STATEMENTS, 0},
        {"SELECT 1; \v", QUERY_SEVERAL_STATEMENTS, 0},
        {"SELECT 1; SELECT 2", QUERY_SEVERAL_STATEMENTS, 0},
        {"SELECT 1; -- x\nSELECT 2", QUERY_SEVERAL_STATEMENTS, 0},
        {"SELECT ?", QUERY_UNBOUND_PARAMETERS, 0},
        {"SELECT :name", QUERY_UNBOUND_PARAMETERS, 0},
        {"SELEC 1", QUERY_ERROR, 0},
        {"SELECT nowhere FROM people", QUERY_ERROR, 0},
        {"VALUES (1), (2)", QUERY_ROWS, 2},
        {"SELECT name FROM tall WHERE name = \"Cy\"", QUERY_ROWS, 1},
        {"SELECT 1 FROM tags WHERE name = 'B' AND mark = 'x'", QUERY_ROWS, 1},
        {"SELECT 1 FROM tags INDEXED BY sqlite_autoindex_tags_2 WHERE mark = 'z'", QUERY_ROWS, 1},
        {"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<5) SELECT * FROM n",
         QUERY_ROWS, 5},
    };
    struct arena a = {0};
    struct database *d = open_at(path);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct query_result r = query(d, &a, cases[i].sql);
        if (r.outcome != cases[i].outcome || r.rows.n_rows != cases[i].rows)
            fail_msg("%s: outcome %d", cases[i].sql, (int)r.outcome);
    }
    struct query_limits limits = limits_of(300, 10, 1000);
    struct query_result r;
    sure_query(d, STR("SELECT 1\0"), &limits, &a, &r);
    assert_int_equal(r.outcome, QUERY_ERROR);
    database_close(d);
    arena_release(&a);
}

static void an_error_carries_the_message(void **state)
{
    (void)state;
    struct arena a = {0};
    struct database *d = open_at(path);
    struct query_result r = query(d, &a, "SELECT nowhere FROM people");
    assert_string_equal(r.message.ptr, "no such column: nowhere");
    database_close(d);
    arena_release(&a);
}

static const struct {
    const char *sql;
    enum query_outcome outcome;
} hostile[] = {
    {"DROP TABLE people", QUERY_DENIED},
    {"DELETE FROM people", QUERY_DENIED},
    {"UPDATE people SET name = 'x'", QUERY_DENIED},
    {"INSERT INTO people(name) VALUES ('x') RETURNING id", QUERY_DENIED},
    {"CREATE TABLE t(x)", QUERY_DENIED},
    {"CREATE TEMP TABLE t AS SELECT 1", QUERY_DENIED},
    {"CREATE TEMP VIEW t AS SELECT 1", QUERY_DENIED},
    {"CREATE VIRTUAL TABLE t USING fts5(x)", QUERY_DENIED},
    {"ALTER TABLE people RENAME TO t", QUERY_DENIED},
    {"ATTACH 'other.sqlite' AS other", QUERY_DENIED},
    {"ATTACH ':memory:' AS other", QUERY_DENIED},
    {"DETACH main", QUERY_DENIED},
    {"PRAGMA writable_schema = ON", QUERY_DENIED},
    {"PRAGMA table_info(people)", QUERY_DENIED},
    {"SELECT * FROM pragma_database_list", QUERY_DENIED},
    {"BEGIN EXCLUSIVE", QUERY_DENIED},
    {"SAVEPOINT s", QUERY_DENIED},
    {"ANALYZE", QUERY_DENIED},
    {"REINDEX", QUERY_DENIED},
    {"EXPLAIN DROP TABLE people", QUERY_DENIED},
    {"SELECT load_extension('x')", QUERY_DENIED},
    {"SELECT fts3_tokenizer('simple')", QUERY_DENIED},
    {"SELECT writefile('x', 'y')", QUERY_ERROR},
    {"VACUUM", QUERY_DENIED},
    {"VACUUM INTO 'copy.sqlite'", QUERY_DENIED},
    {"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT count(*) FROM n",
     QUERY_TIMEOUT},
    {"SELECT count(*) FROM people a, people b, people c, people d, people e", QUERY_TIMEOUT},
    {"SELECT * FROM people a, people b, people c WHERE a.id + b.id + c.id < 0", QUERY_TIMEOUT},
    {"SELECT * FROM people a, people b", QUERY_TOO_LARGE},
    {"SELECT randomblob(900000) FROM people", QUERY_TOO_LARGE},
    {"SELECT randomblob(2000000000)", QUERY_TOO_LARGE},
    {"SELECT zeroblob(2000000000)", QUERY_TOO_LARGE},
    {"SELECT printf('%.*c', 1000000000, 'x')", QUERY_TOO_LARGE},
    {"SELECT replace(hex(zeroblob(500000)), '0', '0000')", QUERY_TOO_LARGE},
    {"SELECT group_concat(hex(zeroblob(400000))) FROM people", QUERY_TOO_LARGE},
    {"SELECT trim(hex(zeroblob(500000)), hex(zeroblob(400000)) || '1')", QUERY_TOO_LARGE},
    {"SELECT instr(hex(zeroblob(500000)), hex(zeroblob(200000)) || '1')", QUERY_TOO_LARGE},
    {"SELECT sum((hex(zeroblob(500000)) || id) LIKE printf('%%%.100cx', '0')) FROM people",
     QUERY_TIMEOUT},
    {"SELECT hex(zeroblob(500000)) LIKE printf('%%%.400cx', '0')", QUERY_TOO_LARGE},
    {"SELECT 1 GLOB 1, 1 GLOB 1, 1 GLOB 1, 1 GLOB 1, 1 GLOB 1, 1 GLOB 1, 1 GLOB 1, 1 GLOB 1,"
     " 1 GLOB 1, 1 GLOB 1, 1 GLOB 1",
     QUERY_TOO_LARGE},
    {"WITH RECURSIVE n(i, x) AS (SELECT 1, zeroblob(900000) UNION ALL"
     " SELECT i+1, randomblob(900000) FROM n) SELECT count(*) FROM (SELECT DISTINCT x FROM n)",
     QUERY_TOO_LARGE},
};

static void hostile_statements_end_with_their_own_outcome(void **state)
{
    (void)state;
    struct arena a = {0};
    size_t before_len, after_len;
    char *before = contents(path, &before_len);
    struct database *d = open_at(path);
    for (size_t i = 0; i < COUNT_OF(hostile); i++) {
        bool endless = hostile[i].outcome == QUERY_TIMEOUT;
        int64_t start = monotonic_ns();
        struct query_result r = query_within(d, &a, hostile[i].sql, endless ? 200 : 60000);
        int64_t took_ms = (monotonic_ns() - start) / 1000000;
        if (r.outcome != hostile[i].outcome || took_ms > 20000)
            fail_msg("%s: outcome %d (%.*s) after %d ms", hostile[i].sql, (int)r.outcome,
                     STR_ARG(r.message), (int)took_ms);
    }
    assert_int_equal(query(d, &a, "SELECT count(*) FROM people").outcome, QUERY_ROWS);
    database_close(d);
    char *after = contents(path, &after_len);
    assert_int_equal(before_len, after_len);
    assert_memory_equal(before, after, before_len);
    free(before);
    free(after);
    arena_release(&a);
}

/* Every common table expression reads the one before it twice, so compiling alone would take all
 * memory. */
static void a_bomb_in_compiling_is_bounded(void **state)
{
    (void)state;
    struct arena a = {0};
    char sql[4096] = "WITH a0 AS (SELECT 1 AS x)";
    for (int i = 1; i <= 40; i++) {
        size_t len = strlen(sql);
        snprintf(sql + len, sizeof sql - len, ", a%d AS (SELECT p.x FROM a%d AS p, a%d AS q)", i,
                 i - 1, i - 1);
    }
    strcat(sql, " SELECT * FROM a40");
    struct database *d = open_at(path);
    enum query_outcome outcome = query(d, &a, sql).outcome;
    assert_true(outcome == QUERY_TOO_LARGE || outcome == QUERY_TIMEOUT || outcome == QUERY_ERROR);
    assert_int_equal(query(d, &a, "SELECT 1").outcome, QUERY_ROWS);
    database_close(d);
    arena_release(&a);
}

static void limits_on_rows_and_bytes_are_exact(void **state)
{
    (void)state;
    struct arena a = {0};
    struct database *d = open_at(path);
    struct query_limits limits = limits_of(1000, 3, 1 << 20);
    struct query_result r;
    sure_query(d, STR("SELECT id FROM people LIMIT 3"), &limits, &a, &r);
    assert_int_equal(r.outcome, QUERY_ROWS);
    sure_query(d, STR("SELECT id FROM people LIMIT 4"), &limits, &a, &r);
    assert_int_equal(r.outcome, QUERY_TOO_LARGE);
    limits.enough_rows = 2;
    sure_query(d, STR("SELECT id FROM people"), &limits, &a, &r);
    assert_int_equal(r.outcome, QUERY_ROWS);
    assert_int_equal(r.rows.n_rows, 2);
    limits.max_bytes = 100;
    sure_query(d, STR("SELECT zeroblob(101)"), &limits, &a, &r);
    assert_int_equal(r.outcome, QUERY_TOO_LARGE);
    limits.deadline = deadline_after_ms(0);
    sure_query(d, STR("SELECT id FROM people"), &limits, &a, &r);
    assert_int_equal(r.outcome, QUERY_TIMEOUT);
    database_close(d);
    arena_release(&a);
}

/* So a limit on steps ends a statement at the same place on any machine, whatever ran before. */
static void steps_are_the_same_again_and_their_limit_is_exact(void **state)
{
    (void)state;
    static const struct str sql = STR_INIT("SELECT count(*) FROM people a, people b "
                                           "WHERE a.height < b.height");
    struct arena a = {0};
    struct database *d = open_at(path), *other = open_at(path);
    struct query_limits limits = limits_of(60000, 10, 1 << 20);
    struct query_result r;
    sure_query(d, sql, &limits, &a, &r);
    uint64_t steps = r.work.steps;
    assert_int_equal(r.outcome, QUERY_ROWS);
    assert_true(steps > 100000);
    assert_int_equal(query(other, &a, "SELECT count(*) FROM tall").outcome, QUERY_ROWS);
    sure_query(other, sql, &limits, &a, &r);
    assert_int_equal(r.work.steps, steps);
    limits.max_steps = steps;
    sure_query(d, sql, &limits, &a, &r);
    assert_int_equal(r.outcome, QUERY_ROWS);
    for (int again = 0; again < 2; again++) {
        limits.max_steps = steps - 20;
        sure_query(again ? other : d, sql, &limits, &a, &r);
        assert_int_equal(r.outcome, QUERY_TOO_MANY_STEPS);
        assert_int_equal(r.work.steps, steps);
        limits.max_steps = 1000;
        sure_query(again ? other : d, sql, &limits, &a, &r);
        assert_int_equal(r.outcome, QUERY_TOO_MANY_STEPS);
        assert_int_equal(r.work.steps, 1020);
    }
    assert_int_equal(query(d, &a, "SELECT count(*) FROM people").outcome, QUERY_ROWS);
    database_close(d);
    database_close(other);
    arena_release(&a);
}

/* Our instr, replace and trims stand in for SQLite's; both must agree on every argument. */
static void guarded_functions_equal_sqlites(void **state)
{
    (void)state;
    static const char *const calls[] = {
        "instr(x, y)",
        "replace(x, y, z)",
        "trim(x)",
        "ltrim(x)",
        "rtrim(x)",
        "printf('%5.2s|%d|%c', x, y, z)",
        "format(x, y)",
        "trim(x, y)",
        "ltrim(x, y)",
        "rtrim(x, y)",
        "x LIKE y",
        "x LIKE '%' || y || '_'",
        "x NOT LIKE upper(y)",
        "x LIKE 'aX' || y || '%' ESCAPE 'X'",
        "like(x, y, 'é')",
        "x = y COLLATE NOCASE",
        "x < y COLLATE NOCASE",
        "upper(x) = y COLLATE NOCASE",
        "x = y COLLATE RTRIM",
        "x < y COLLATE RTRIM",
        "x || '  ' = y || z COLLATE RTRIM",
    };
    static const char values[] =
        "WITH v(x) AS (VALUES (NULL), (''), ('a'), (' a b '), ('aXaXa'), ('X'), ('aa'), ('é'),"
        " ('éaé'), ('日本日'), (12), (1.5), (x'6158'), (x''), (x'ff41'), ('Xa'), ('  '),"
        " (CAST(x'610062' AS TEXT)), (CAST(x'ffe9' AS TEXT)))";
    struct arena a = {0};
    struct database *d = open_at(path);
    sqlite3 *plain;
    assert_int_equal(sqlite3_open(":memory:", &plain), SQLITE_OK);
    for (size_t i = 0; i < COUNT_OF(calls); i++) {
        struct str sql = arena_printf(&a,
                                      "%s SELECT group_concat(quote(%s) || typeof(%s), '|') FROM"
                                      " (SELECT a.x AS x, b.x AS y, c.x AS z FROM v a, v b, v c)",
                                      values, calls[i], calls[i]);
        sqlite3_stmt *statement;
        assert_int_equal(sqlite3_prepare_v2(plain, sql.ptr, -1, &statement, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
        struct query_result r = query(d, &a, sql.ptr);
        assert_int_equal(r.outcome, QUERY_ROWS);
        struct rows expected;
        rows_init(&expected, 1);
        struct value *v = rows_add(&expected, &a);
        rows_set_text(&expected, &a, v,
                      (struct str){(const char *)sqlite3_column_text(statement, 0),
                                   (size_t)sqlite3_column_bytes(statement, 0)});
        if (!str_eq(value_bytes(v), value_bytes(r.rows.values)))
            fail_msg("%s differs", calls[i]);
        sqlite3_finalize(statement);
    }
    sqlite3_close(plain);
    database_close(d);
    arena_release(&a);
}

static void what_is_no_database_is_an_error(void **state)
{
    (void)state;
    struct database *d;
    struct err e;
    char other[64];
    snprintf(other, sizeof other, "%s/none.sqlite", folder);
    assert_int_equal(database_open(other, &d, &e), E_DB);
    assert_string_equal(e.file, other);
    assert_int_equal(access(other, F_OK), -1);
    FILE *f = fopen(other, "w");
    fputs("this is no database, whatever its name says, and never was one", f);
    fclose(f);
    assert_int_equal(database_open(other, &d, &e), E_DB);
    unlink(other);
}

static void a_damaged_page_is_the_files_failure(void **state)
{
    (void)state;
    struct arena a = {0};
    struct err e;
    char other[64];
    snprintf(other, sizeof other, "%s/damaged.sqlite", folder);
    make_database(other, "PRAGMA page_size = 4096; CREATE TABLE bad(x); CREATE TABLE good(x);"
                         "INSERT INTO bad VALUES (1); INSERT INTO good VALUES (2)");
    FILE *f = fopen(other, "r+b");
    assert_non_null(f);
    assert_int_equal(fseek(f, 4096, SEEK_SET), 0);
    fputs("sixteen bytes of", f);
    fclose(f);
    struct database *d = open_at(other);
    struct query_result r = query(d, &a, "SELECT x FROM good");
    assert_int_equal(r.outcome, QUERY_ROWS);
    assert_int_equal(query_damage(&r, &e), OK);
    for (int i = 0; i < 2; i++) { /* the file is looked through once */
        r = query(d, &a, "SELECT x FROM bad");
        assert_int_equal(r.outcome, QUERY_ERROR);
        assert_int_equal(query_damage(&r, &e), E_DB);
        assert_non_null(strstr(e.file, "damaged.sqlite"));
        assert_string_equal(e.msg, "database disk image is malformed");
    }
    r = query(d, &a, "SELECT y FROM good"); /* that file, but an error of the statement */
    assert_int_equal(r.outcome, QUERY_ERROR);
    assert_int_equal(query_damage(&r, &e), OK);
    database_close(d);
    arena_release(&a);
    unlink(other);
}

static void paths_may_hold_what_uris_treat_specially(void **state)
{
    (void)state;
    static const char *const names[] = {"a?b.sqlite", "a#b.sqlite", "a%41.sqlite",
                                        "a b&c=d.sqlite"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        char odd[64];
        snprintf(odd, sizeof odd, "%s/%s", folder, names[i]);
        make_database(odd, "CREATE TABLE t(x)");
        struct arena a = {0};
        struct database *d = open_at(odd);
        assert_int_equal(query(d, &a, "SELECT x FROM t").outcome, QUERY_ROWS);
        database_close(d);
        arena_release(&a);
        unlink(odd);
    }
}

static void a_pool_keeps_the_latest(void **state)
{
    (void)state;
    char other[64], third[64];
    snprintf(other, sizeof other, "%s/b.sqlite", folder);
    snprintf(third, sizeof third, "%s/c.sqlite", folder);
    make_database(other, "CREATE TABLE t(x)");
    make_database(third, "CREATE TABLE t(x)");
    struct database_pool pool;
    struct database *first, *again, *d;
    struct err e;
    database_pool_init(&pool, 2, 1);
    assert_int_equal(database_pool_get(&pool, str_from(path), &first, &e), OK);
    assert_int_equal(database_pool_get(&pool, str_from(other), &d, &e), OK);
    assert_int_equal(database_pool_get(&pool, str_from(path), &again, &e), OK);
    assert_ptr_equal(first, again);
    assert_int_equal(database_pool_get(&pool, str_from(third), &d, &e), OK);
    assert_int_equal(pool.count, 2);
    assert_int_equal(database_pool_get(&pool, str_from(path), &again, &e), OK);
    assert_ptr_equal(first, again);
    assert_int_equal(database_pool_get(&pool, STR("/nowhere/x.sqlite"), &d, &e), E_DB);
    assert_int_equal(pool.count, 2);
    database_pool_release(&pool);
    unlink(other);
    unlink(third);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_keep_type_and_content),
        cmocka_unit_test(bytes_that_are_not_utf8_are_dropped),
        cmocka_unit_test(one_statement_is_what_python_takes_for_one),
        cmocka_unit_test(an_error_carries_the_message),
        cmocka_unit_test(hostile_statements_end_with_their_own_outcome),
        cmocka_unit_test(a_bomb_in_compiling_is_bounded),
        cmocka_unit_test(limits_on_rows_and_bytes_are_exact),
        cmocka_unit_test(steps_are_the_same_again_and_their_limit_is_exact),
        cmocka_unit_test(guarded_functions_equal_sqlites),
        cmocka_unit_test(what_is_no_database_is_an_error),
        cmocka_unit_test(a_damaged_page_is_the_files_failure),
        cmocka_unit_test(paths_may_hold_what_uris_treat_specially),
        cmocka_unit_test(a_pool_keeps_the_latest),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
