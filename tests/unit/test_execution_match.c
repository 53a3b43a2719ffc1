/* test_execution_match.c: verdicts on pairs of queries over small databases of our own. */
#include "engine/engine.h"
#include "spider/execution_match.h"
#include "unit.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/teql-execution-XXXXXX";

static const char shop[] =
    "CREATE TABLE item(id INTEGER, name TEXT, price REAL, kind TEXT);"
    "INSERT INTO item VALUES (1,'pen',1.0,'Office'),(2,'cup',4.5,'home'),(3,'pen',2.0,'home');";
/* Here all prices are equal, so that a query which confuses them is found out. */
static const char second_shop[] =
    "CREATE TABLE item(id INTEGER, name TEXT, price REAL, kind TEXT);"
    "INSERT INTO item VALUES (1,'pen',1.0,'Office'),(2,'cup',1.0,'Office');";

static struct str in_root(struct arena *a, const char *below)
{
    return arena_printf(a, "%s/%s", root, below);
}

static void make_database(const char *below, const char *sql)
{
    struct arena a = {0};
    sqlite3 *handle;
    assert_int_equal(sqlite3_open(in_root(&a, below).ptr, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(handle);
    arena_release(&a);
}

static const char *const folders[] = {"shop", "suite", "broken", "empty"};
static const char *const files[] = {"shop/shop.sqlite", "suite/a.sqlite", "suite/b.sqlite.1",
                                    "suite/b.sqlite-journal", "broken/broken.sqlite"};

static void write_file(const char *below, const char *text)
{
    struct arena a = {0};
    FILE *f = fopen(in_root(&a, below).ptr, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    arena_release(&a);
}

static int set_up(void **state)
{
    (void)state;
    engine_init((int64_t)256 << 20);
    assert_non_null(mkdtemp(root));
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(folders); i++)
        assert_int_equal(mkdir(in_root(&a, folders[i]).ptr, 0700), 0);
    make_database(files[0], shop);
    make_database(files[1], shop);
    make_database(files[2], second_shop);
    write_file(files[3], "left behind");
    write_file(files[4], "no database at all, but long enough to have a header of that length, "
                         "and some more, up to the hundred bytes that SQLite reads");
    arena_release(&a);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(files); i++)
        unlink(in_root(&a, files[i]).ptr);
    for (size_t i = 0; i < COUNT_OF(folders); i++)
        rmdir(in_root(&a, folders[i]).ptr);
    rmdir(root);
    arena_release(&a);
    return 0;
}

static struct execution_options options(void)
{
    struct execution_options o = execution_defaults;
    o.deadline_ms = 60000; /* no test should meet it */
    o.max_rows = 1000;
    o.max_bytes = 1 << 20;
    return o;
}

static enum execution_verdict judge(const struct execution_options *o, const char *db_id,
                                    const char *gold, const char *prediction)
{
    struct arena a = {0};
    struct execution_context *c = execution_context_new(o, 1);
    struct execution_pair pair = {.folder = in_root(&a, db_id),
                                  .db_id = str_from(db_id),
                                  .gold = str_from(gold),
                                  .prediction = str_from(prediction)};
    enum execution_verdict first = execution_match(c, &pair).verdict;
    assert_int_equal(execution_match(c, &pair).verdict, first); /* the gold's answer is known now */
    execution_context_free(c);
    arena_release(&a);
    return first;
}

struct expectation {
    const char *db_id, *gold, *prediction;
    enum execution_verdict verdict;
};

static void expect(const struct execution_options *o, const struct expectation *e, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct execution_options within = *o;
        if (e[i].verdict == EXECUTION_TIMEOUT)
            within.deadline_ms = 200;
        enum execution_verdict v = judge(&within, e[i].db_id, e[i].gold, e[i].prediction);
        if (v != e[i].verdict)
            fail_msg("%s | %s: %s, not %s", e[i].gold, e[i].prediction, execution_verdict_name(v),
                     execution_verdict_name(e[i].verdict));
    }
}

static void answers_decide(void **state)
{
    (void)state;
    static const struct expectation cases[] = {
        {"shop", "SELECT name FROM item", "SELECT name FROM item", EXECUTION_MATCH},
        {"shop", "SELECT DISTINCT name FROM item", "SELECT name FROM item", EXECUTION_MATCH},
        {"shop", "SELECT name, id FROM item", "SELECT id, name FROM item ORDER BY id DESC",
         EXECUTION_MATCH},
        {"shop", "SELECT id FROM item ORDER BY id", "SELECT id FROM item ORDER BY id DESC",
         EXECUTION_MISMATCH},
        {"shop", "SELECT id FROM item WHERE price > = 2", "SELECT id FROM item WHERE price ! = 1",
         EXECUTION_MATCH},
        {"shop", "SELECT YEAR(CURDATE())", "SELECT 2020", EXECUTION_MATCH},
        {"shop", "SELECT id FROM item; SELECT 1", "SELECT id FROM item;", EXECUTION_MATCH},
        {"shop", "SELECT id FROM item WHERE 0", "SELECT name, kind FROM item WHERE 0",
         EXECUTION_MATCH},
        {"shop", "SELECT id FROM item", "SELECT name FROM item", EXECUTION_MISMATCH},
        {"shop", "SELECT id FROM item", "SELECT id FROM items", EXECUTION_ERROR},
        {"shop", "SELECT id FROM item", "SELECT ?", EXECUTION_ERROR},
        {"shop", "SELECT id FROM item", " \n ", EXECUTION_BLANK},
        {"shop", "SELECT id FROM items", "SELECT id FROM item", EXECUTION_GOLD_FAULT},
        {"shop", "", "SELECT id FROM item", EXECUTION_GOLD_FAULT},
        {"none", "SELECT 1", "SELECT 1", EXECUTION_NO_DATABASE},
        {"empty", "SELECT 1", "SELECT 1", EXECUTION_NO_DATABASE},
        {"broken", "SELECT 1", "SELECT 1", EXECUTION_NO_DATABASE},
    };
    struct execution_options o = options();
    expect(&o, cases, COUNT_OF(cases));
}

static void all_files_of_a_suite_must_agree(void **state)
{
    (void)state;
    static const struct expectation cases[] = {
        {"suite", "SELECT name FROM item WHERE id = 2", "SELECT name FROM item WHERE name = 'cup'",
         EXECUTION_MATCH},
        {"suite", "SELECT max(price) FROM item WHERE kind = 'Office'",
         "SELECT min(price) FROM item WHERE id = 1", EXECUTION_MATCH},
        {"suite", "SELECT name FROM item WHERE price > 4", "SELECT name FROM item WHERE id = 2",
         EXECUTION_MISMATCH},
    };
    struct execution_options o = options();
    expect(&o, cases, COUNT_OF(cases));
}

static void hostile_predictions_have_verdicts_of_their_own(void **state)
{
    (void)state;
    static const struct expectation cases[] = {
        {"shop", "SELECT 1", "DROP TABLE item", EXECUTION_DENIED},
        {"shop", "SELECT 1", "ATTACH 'x' AS y", EXECUTION_DENIED},
        {"shop", "SELECT 1", "PRAGMA writable_schema = 1", EXECUTION_DENIED},
        {"shop", "SELECT 1", "VACUUM INTO 'x'", EXECUTION_DENIED},
        {"shop", "SELECT 1", "CREATE TEMP TABLE t(x)", EXECUTION_DENIED},
        {"shop", "SELECT 1", "SELECT load_extension('x')", EXECUTION_DENIED},
        {"shop", "SELECT 1",
         "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
         EXECUTION_TIMEOUT},
        {"shop", "SELECT 1",
         "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
         EXECUTION_MISMATCH},
        {"shop", "SELECT 1", "SELECT randomblob(1000000000)", EXECUTION_TOO_LARGE},
        {"shop", "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
         "SELECT 1", EXECUTION_GOLD_FAULT},
    };
    struct execution_options o = options();
    expect(&o, cases, COUNT_OF(cases));
    static const struct expectation unharmed = {"shop", "SELECT 3", "SELECT count(*) FROM item",
                                                EXECUTION_MATCH};
    expect(&o, &unharmed, 1);
}

static void a_prediction_of_any_length_is_bounded(void **state)
{
    (void)state;
    size_t len = DATABASE_MAX_SQL_BYTES;
    char *text = malloc(len + 1);
    memset(text, '/', len);
    text[len] = '\0';
    struct expectation cases[] = {{"shop", "SELECT 1", text, EXECUTION_TOO_LARGE},
                                  {"shop", "SELECT 1", text + 2, EXECUTION_ERROR}};
    struct execution_options o = options();
    expect(&o, cases, 2);
    for (size_t i = 0; i < len; i += 2)
        memcpy(text + i, "/*", 2);
    expect(&o, cases + 1, 1);
    memset(text, '\'', len);
    expect(&o, cases + 1, 1);
    free(text);
}

static void distinct_can_be_kept(void **state)
{
    (void)state;
    static const struct expectation cases[] = {
        {"shop", "SELECT DISTINCT name FROM item", "SELECT name FROM item", EXECUTION_MISMATCH},
        {"shop", "SELECT 1", "SELECT 1; SELECT 2", EXECUTION_ERROR},
        {"shop", "SELECT 1 WHERE 0", "", EXECUTION_MATCH}, /* an empty text has an empty answer */
        {"shop", "SELECT 1", " ", EXECUTION_BLANK},
    };
    struct execution_options o = options();
    o.keep_distinct = true;
    expect(&o, cases, COUNT_OF(cases));
}

static void values_of_the_gold_may_be_plugged_in(void **state)
{
    (void)state;
    static const struct expectation cases[] = {
        {"shop", "SELECT id FROM item WHERE kind = 'Office' AND price < 3",
         "SELECT id FROM item WHERE price < 7 AND kind = 'terminal'", EXECUTION_MATCH},
        {"shop", "SELECT id FROM item WHERE kind = 'Office'",
         "SELECT id FROM item WHERE name = 'Office'", EXECUTION_MISMATCH},
        {"shop", "SELECT id FROM item WHERE kind = 'Office'",
         "SELECT id FROM item WHERE knd = 'terminal' AND 0 IN (SELECT max(x) FROM none)",
         EXECUTION_ERROR},
        {"shop", "SELECT id FROM item WHERE id = 2", "SELECT id FROM item WHERE id = 'x' = 'y'",
         EXECUTION_MISMATCH},
        {"shop", "SELECT 1", ";", EXECUTION_BLANK},
        {"shop", "SELECT 5",
         "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
         " SELECT max(i) FROM n WHERE i <> 3",
         EXECUTION_TIMEOUT},
    };
    struct execution_options o = options();
    o.plug_value = true;
    expect(&o, cases, COUNT_OF(cases));
}

static void errors_carry_message_and_file(void **state)
{
    (void)state;
    struct arena a = {0};
    struct execution_options o = options();
    struct execution_context *c = execution_context_new(&o, 1);
    struct execution_pair pair = {.folder = in_root(&a, "shop"),
                                  .db_id = STR("shop"),
                                  .gold = STR("SELECT 1"),
                                  .prediction = STR("SELECT x FROM item")};
    struct execution_result r = execution_match(c, &pair);
    assert_string_equal(r.message.ptr, "no such column: x");
    assert_string_equal(r.file.ptr, in_root(&a, "shop/shop.sqlite").ptr);
    execution_context_free(c);
    arena_release(&a);
}

/* Columns are compared by the keys of their units, rows in order. */
static void the_spider_rule_compares_columns_by_unit(void **state)
{
    (void)state;
    static const struct {
        const char *gold, *prediction;
        uint64_t gold_units[3], prediction_units[3];
        size_t n_gold, n_prediction;
        enum execution_verdict verdict;
    } cases[] = {
        {"SELECT id, name FROM item",
         "SELECT name, id FROM item",
         {1, 2},
         {2, 1},
         2,
         2,
         EXECUTION_MATCH},
        {"SELECT id FROM item",
         "SELECT id FROM item ORDER BY id DESC",
         {1},
         {1},
         1,
         1,
         EXECUTION_MISMATCH},
        {"SELECT id FROM item", "SELECT id FROM item", {1}, {2}, 1, 1, EXECUTION_MISMATCH},
        {"SELECT id FROM item", "SELECT id, id FROM item", {1}, {1, 1}, 1, 2, EXECUTION_MATCH},
        {"SELECT id FROM item", "SELECT name, id FROM item", {1}, {1, 1}, 1, 2, EXECUTION_MATCH},
        {"SELECT id FROM item", "SELECT id, name FROM item", {1}, {1, 1}, 1, 2, EXECUTION_MISMATCH},
        {"SELECT * FROM item", "SELECT id FROM item", {9}, {9}, 1, 1, EXECUTION_MATCH},
        {"SELECT id FROM item WHERE 0",
         "SELECT id FROM item WHERE 0",
         {1},
         {1},
         1,
         1,
         EXECUTION_MATCH},
        {"SELECT DISTINCT name FROM item",
         "SELECT name FROM item",
         {1},
         {1},
         1,
         1,
         EXECUTION_MISMATCH},
        {"SELECT id FROM item", "SELECT id FROM item", {1}, {0}, 1, 0, EXECUTION_MISMATCH},
        {"SELECT id FROM item", "SELECT id FROM items", {1}, {1}, 1, 1, EXECUTION_ERROR},
        {"SELECT id FROM items", "SELECT id FROM itemz", {1}, {1}, 1, 1, EXECUTION_GOLD_FAULT},
        {"SELECT id FROM items", "SELECT id FROM item", {1}, {1}, 1, 1, EXECUTION_GOLD_FAULT},
        {"SELECT id FROM item", "SELECT CAST(x'ff' AS TEXT)", {1}, {1}, 1, 1, EXECUTION_ERROR},
        {"SELECT id FROM item", "", {1}, {0}, 1, 0, EXECUTION_BLANK},
    };
    struct arena a = {0};
    struct execution_options o = options();
    o.rule = EXECUTION_SPIDER;
    struct execution_context *c = execution_context_new(&o, 1);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct execution_pair pair = {.folder = in_root(&a, "shop"),
                                      .db_id = STR("shop"),
                                      .gold = str_from(cases[i].gold),
                                      .prediction = str_from(cases[i].prediction),
                                      .gold_units = cases[i].gold_units,
                                      .prediction_units = cases[i].prediction_units,
                                      .n_gold_units = cases[i].n_gold,
                                      .n_prediction_units = cases[i].n_prediction};
        enum execution_verdict v = execution_match(c, &pair).verdict;
        if (v != cases[i].verdict)
            fail_msg("%s | %s: %s", cases[i].gold, cases[i].prediction, execution_verdict_name(v));
    }
    execution_context_free(c);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_decide),
        cmocka_unit_test(all_files_of_a_suite_must_agree),
        cmocka_unit_test(hostile_predictions_have_verdicts_of_their_own),
        cmocka_unit_test(a_prediction_of_any_length_is_bounded),
        cmocka_unit_test(distinct_can_be_kept),
        cmocka_unit_test(values_of_the_gold_may_be_plugged_in),
        cmocka_unit_test(errors_carry_message_and_file),
        cmocka_unit_test(the_spider_rule_compares_columns_by_unit),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
