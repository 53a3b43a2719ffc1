/* test_answer_memory.c: which answers are given again, and that they are those that would be given.
 */
#include "engine/engine.h"
#include "engine/sqlite/answer_memory.h"
#include "sure.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/teql-memory-XXXXXX";
static char path[64];

static const char schema[] =
    "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT, height REAL, photo BLOB);"
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<3000)"
    " INSERT INTO people SELECT i, nullif('p' || (i % 100), 'p7'), i / 8.0, x'00ff' FROM n;"
    "INSERT INTO people VALUES (5000, '', 2, x'');";

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

static struct database *open_it(void)
{
    struct database *d;
    struct err e;
    assert_int_equal(database_open(path, &d, &e), OK);
    return d;
}

static struct query_limits wide(void)
{
    return (struct query_limits){
        .deadline = deadline_after_ms(60000), .max_rows = 10000, .max_bytes = 1 << 22};
}

static struct query_result query(struct database *d, struct arena *a, const char *sql)
{
    struct query_limits limits = wide();
    struct query_result r;
    sure_query(d, str_from(sql), &limits, a, &r);
    return r;
}

static void show(struct database *d, const char *name, const char *definition)
{
    struct err e;
    assert_int_equal(database_add_view(d, str_from(name), str_from(definition), &e), OK);
}

static void hide(struct database *d)
{
    struct err e;
    assert_int_equal(database_drop_views(d, &e), OK);
}

static void assert_same_value(const struct value *a, const struct value *b)
{
    assert_int_equal(a->type, b->type);
    if (a->type == VALUE_TEXT || a->type == VALUE_BLOB) {
        assert_int_equal(a->len, b->len);
        assert_true(a->bytes != b->bytes); /* each has its own */
        assert_memory_equal(a->bytes, b->bytes, a->len);
        assert_int_equal(b->bytes[b->len], '\0');
    } else if (a->type != VALUE_NULL) {
        assert_int_equal(a->integer, b->integer);
    }
}

static void assert_same(const struct query_result *a, const struct query_result *b)
{
    assert_int_equal(a->outcome, QUERY_ROWS);
    assert_int_equal(b->outcome, QUERY_ROWS);
    assert_int_equal(a->rows.n_rows, b->rows.n_rows);
    assert_int_equal(a->rows.n_columns, b->rows.n_columns);
    assert_int_equal(a->rows.bytes, b->rows.bytes);
    assert_int_equal(a->work.steps, b->work.steps);
    for (size_t i = 0; i < a->rows.n_rows * a->rows.n_columns; i++)
        assert_same_value(&a->rows.values[i], &b->rows.values[i]);
}

static void an_answer_is_given_again_whole(void **state)
{
    struct arena a = {0};
    struct database *d = open_it();
    (void)state;
    const char *sql = "SELECT id, name, height, photo FROM people";
    struct query_result first = query(d, &a, sql), again = query(d, &a, sql);
    assert_false(first.work.recalled);
    assert_true(again.work.recalled);
    assert_int_equal(first.rows.n_rows, 3001);
    assert_same(&first, &again);
    database_close(d);
    arena_release(&a);
}

/* Names and the order of columns are not in the program. */
static void views_that_do_not_matter_do_not_matter(void **state)
{
    struct arena a = {0};
    struct database *d = open_it();
    (void)state;
    show(d, "people", "(id, name) AS SELECT t.id, t.name FROM main.people AS t");
    struct query_result first = query(d, &a, "SELECT count(*), name FROM people GROUP BY name");
    hide(d);
    show(d, "people", "(size, label, id) AS SELECT t.height, t.name, t.id FROM main.people AS t");
    struct query_result again = query(d, &a, "SELECT count(*), label FROM people GROUP BY label");
    assert_true(again.work.recalled);
    assert_same(&first, &again);
    hide(d);
    database_close(d);
    arena_release(&a);
}

static void views_that_matter_do(void **state)
{
    struct arena a = {0};
    struct database *d = open_it();
    (void)state;
    const char *sql = "SELECT sum(id) FROM people";
    show(d, "people", "(id) AS SELECT t.id FROM main.people AS t");
    struct query_result one = query(d, &a, sql);
    hide(d);
    show(d, "people", "(id) AS SELECT t.id + 1 FROM main.people AS t");
    struct query_result other = query(d, &a, sql);
    assert_false(other.work.recalled);
    assert_int_equal(rows_at(&other.rows, 0, 0)->integer - rows_at(&one.rows, 0, 0)->integer, 3001);
    hide(d);
    database_close(d);
    arena_release(&a);
}

/* Queries that depend on more than the list of opcodes and the rows of the file. */
static void what_the_program_does_not_tell_runs_again(void **state)
{
    static const char *const queries[] = {
        "SELECT count(*) FROM people WHERE random() > 0",
        "SELECT count(*) FROM people WHERE julianday('now') > id",
        "SELECT count(*) FROM people WHERE CURRENT_TIMESTAMP > name",
        "SELECT count(*) FROM people WHERE height > 1.50000000000000001",
        "SELECT count(*) FROM people WHERE photo = x'00ff'",
        "SELECT count(*) FROM people, json_each('[1]')",
        "SELECT count(*) FROM people, sqlite_temp_schema AS s WHERE s.name = 'seen'",
    };
    struct arena a = {0};
    struct database *d = open_it();
    (void)state;
    show(d, "seen", " AS SELECT 1 AS x");
    for (size_t i = 0; i < COUNT_OF(queries); i++) {
        struct query_result first = query(d, &a, queries[i]);
        assert_int_equal(first.outcome, QUERY_ROWS);
        assert_true(first.work.steps > 4000);
        assert_false(query(d, &a, queries[i]).work.recalled);
    }
    hide(d);
    database_close(d);
    arena_release(&a);
}

static int64_t number(struct database *d, struct arena *a, const char *sql)
{
    struct query_result r = query(d, a, sql);
    assert_int_equal(r.outcome, QUERY_ROWS);
    return rows_at(&r.rows, 0, 0)->integer;
}

/* The views that there are, read as rows, are other ones each time. */
static void the_list_of_views_is_read_anew(void **state)
{
    struct arena a = {0};
    struct database *d = open_it();
    (void)state;
    const char *sql = "SELECT count(*) FROM people, sqlite_temp_schema";
    show(d, "one", " AS SELECT 1 AS x");
    assert_int_equal(number(d, &a, sql), 3001);
    show(d, "two", " AS SELECT 2 AS x");
    assert_int_equal(number(d, &a, sql), 6002);
    hide(d);
    database_close(d);
    arena_release(&a);
}

static void literals_are_part_of_the_program(void **state)
{
    static const char *const queries[] = {
        "SELECT count(*) FROM people WHERE name > 'p1'",
        "SELECT count(*) FROM people WHERE name > 'p2'",
        "SELECT count(*) FROM people WHERE name > ''",
        "SELECT count(*) FROM people WHERE name > 1",
        "SELECT count(*) FROM people WHERE name > 2",
        "SELECT count(*) FROM people WHERE name > 9223372036854775806",
        "SELECT count(*) FROM people WHERE name > 9223372036854775807",
        "SELECT count(*) FROM people WHERE name < 'p1'",
        "SELECT count(*) FROM people WHERE name > 'P1' COLLATE NOCASE",
        "SELECT count(*) FROM people WHERE length(name) > 2",
        "SELECT count(name) FROM people",
        "SELECT count(height) FROM people",
        "SELECT sum(id) FROM people",
    };
    struct arena a = {0};
    struct database *d = open_it();
    (void)state;
    for (size_t i = 0; i < COUNT_OF(queries); i++)
        assert_false(query(d, &a, queries[i]).work.recalled);
    for (size_t i = 0; i < COUNT_OF(queries); i++)
        assert_true(query(d, &a, queries[i]).work.recalled);
    database_close(d);
    arena_release(&a);
}

/* The programs of a pair differ in one number: P3 or P1 of the last comparison, since equal
 * constants share a register; P2, which column is read; P5, how NULL is treated. */
static void numbers_are_part_of_the_program(void **state)
{
    static const char *const pairs[][2] = {
        {"SELECT count(CASE WHEN 'p1' < name THEN 1 END), count(CASE WHEN 'p5' < name THEN 1 END),"
         " count(CASE WHEN 'p1' > name THEN 1 END) FROM people",
         "SELECT count(CASE WHEN 'p1' < name THEN 1 END), count(CASE WHEN 'p5' < name THEN 1 END),"
         " count(CASE WHEN 'p5' > name THEN 1 END) FROM people"},
        {"SELECT count(CASE WHEN name < 'p1' THEN 1 END), count(CASE WHEN name < 'p5' THEN 1 END),"
         " count(CASE WHEN name > 'p1' THEN 1 END) FROM people",
         "SELECT count(CASE WHEN name < 'p1' THEN 1 END), count(CASE WHEN name < 'p5' THEN 1 END),"
         " count(CASE WHEN name > 'p5' THEN 1 END) FROM people"},
        {"SELECT 0, photo, length(name) FROM people WHERE id > 50",
         "SELECT 0, photo, length(photo) FROM people WHERE id > 50"},
        {"SELECT 0, 0, count(CASE WHEN name <> 'p1' THEN 1 END) FROM people",
         "SELECT 0, 0, count(CASE WHEN name IS NOT 'p1' THEN 1 END) FROM people"},
    };
    struct arena a = {0};
    struct database *d = open_it();
    (void)state;
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        struct query_result one = query(d, &a, pairs[i][0]), other = query(d, &a, pairs[i][1]);
        assert_false(other.work.recalled);
        assert_int_not_equal(rows_at(&one.rows, 0, 2)->integer,
                             rows_at(&other.rows, 0, 2)->integer);
        assert_true(query(d, &a, pairs[i][1]).work.recalled);
    }
    database_close(d);
    arena_release(&a);
}

static enum query_outcome outcome_within(struct database *d, struct arena *a, const char *sql,
                                         const struct query_limits *limits)
{
    struct query_result r;
    sure_query(d, str_from(sql), limits, a, &r);
    return r.outcome;
}

static void limits_hold_for_what_is_known(void **state)
{
    struct arena a = {0};
    struct database *d = open_it();
    (void)state;
    const char *sql = "SELECT id, name FROM people";
    struct query_result first = query(d, &a, sql);
    struct query_limits few_rows = wide(), few_bytes = wide(), few_steps = wide(), some = wide(),
                        late = wide();
    few_rows.max_rows = first.rows.n_rows - 1;
    few_bytes.max_bytes = first.rows.bytes - 1;
    few_steps.max_steps = first.work.steps - 1;
    some.enough_rows = 2;
    late.deadline = deadline_after_ms(0);
    assert_int_equal(outcome_within(d, &a, sql, &few_rows), QUERY_TOO_LARGE);
    assert_int_equal(outcome_within(d, &a, sql, &few_bytes), QUERY_TOO_LARGE);
    assert_int_equal(outcome_within(d, &a, sql, &few_steps), QUERY_TOO_MANY_STEPS);
    assert_int_equal(outcome_within(d, &a, sql, &late), QUERY_TIMEOUT);
    struct query_result two;
    sure_query(d, str_from(sql), &some, &a, &two);
    assert_int_equal(two.rows.n_rows, 2);
    assert_true(query(d, &a, sql).work.recalled);
    database_close(d);
    arena_release(&a);
}

/* A part of an answer is not kept. */
static void what_is_not_whole_is_not_kept(void **state)
{
    struct arena a = {0};
    struct database *d = open_it();
    (void)state;
    query(d, &a, "SELECT id FROM people"); /* so that there is something to look for */
    const char *sql = "SELECT name FROM people ORDER BY height";
    struct query_limits some = wide(), few = wide();
    some.enough_rows = 1;
    few.max_rows = 1;
    assert_int_equal(outcome_within(d, &a, sql, &some), QUERY_ROWS);
    assert_int_equal(outcome_within(d, &a, sql, &few), QUERY_TOO_LARGE);
    struct query_result whole = query(d, &a, sql);
    assert_false(whole.work.recalled);
    assert_int_equal(whole.rows.n_rows, 3001);
    database_close(d);
    arena_release(&a);
}

/* A database in memory may get more rows. */
static void what_may_change_is_not_remembered(void **state)
{
    struct arena a = {0};
    struct database *d;
    struct err e;
    (void)state;
    assert_int_equal(database_open_memory(str_from(schema), &d, &e), OK);
    assert_true(query(d, &a, "SELECT sum(id) FROM people").work.steps > 4000);
    assert_false(query(d, &a, "SELECT sum(id) FROM people").work.recalled);
    database_close(d);
    arena_release(&a);
}

/* An answer of this many rows of one number. */
static struct query_result answer_of(struct arena *a, size_t n_rows)
{
    struct query_result r = {.outcome = QUERY_ROWS, .message = STR(""), .work = {.steps = 1 << 20}};
    rows_init(&r.rows, 1);
    for (size_t i = 0; i < n_rows; i++)
        *rows_add(&r.rows, a) = (struct value){.type = VALUE_INTEGER, .integer = (int64_t)i};
    return r;
}

static bool has(struct answer_memory *m, struct arena *a, size_t number)
{
    struct query_limits limits = {.max_rows = SIZE_MAX, .max_bytes = SIZE_MAX};
    struct query_result r;
    return answer_memory_recall(m, arena_printf(a, "program %zu", number), &limits, a, &r);
}

static void the_oldest_goes(void **state)
{
    struct arena a = {0};
    struct answer_memory *m = answer_memory_new();
    struct query_result answer = answer_of(&a, 1);
    (void)state;
    for (size_t i = 0; i < 16; i++)
        answer_memory_keep(m, arena_printf(&a, "program %zu", i), &answer);
    assert_true(has(m, &a, 0)); /* and so it is the latest */
    answer_memory_keep(m, STR("program 16"), &answer);
    assert_true(has(m, &a, 0));
    assert_false(has(m, &a, 1));
    assert_true(has(m, &a, 2));
    assert_true(has(m, &a, 16));
    answer_memory_free(m);
    arena_release(&a);
}

static void memory_is_bounded(void **state)
{
    enum { MUCH = (3 << 19) / sizeof(struct value) };
    struct arena a = {0};
    struct answer_memory *m = answer_memory_new();
    struct query_limits limits = wide();
    struct query_result small = answer_of(&a, 1), large = answer_of(&a, MUCH),
                        huge = answer_of(&a, 3 * MUCH);
    (void)state;
    assert_true(answer_memory_wants(&large, &limits));
    assert_false(answer_memory_wants(&huge, &limits));
    answer_memory_keep(m, STR("program 0"), &small);
    answer_memory_keep(m, STR("program 1"), &large);
    answer_memory_keep(m, STR("program 2"), &large);
    assert_true(has(m, &a, 0));
    assert_true(has(m, &a, 2));
    answer_memory_keep(m, STR("program 3"), &large);
    assert_false(has(m, &a, 1));
    assert_true(has(m, &a, 3));
    answer_memory_free(m);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_given_again_whole),
        cmocka_unit_test(views_that_do_not_matter_do_not_matter),
        cmocka_unit_test(views_that_matter_do),
        cmocka_unit_test(what_the_program_does_not_tell_runs_again),
        cmocka_unit_test(the_list_of_views_is_read_anew),
        cmocka_unit_test(literals_are_part_of_the_program),
        cmocka_unit_test(numbers_are_part_of_the_program),
        cmocka_unit_test(limits_hold_for_what_is_known),
        cmocka_unit_test(what_is_not_whole_is_not_kept),
        cmocka_unit_test(what_may_change_is_not_remembered),
        cmocka_unit_test(the_oldest_goes),
        cmocka_unit_test(memory_is_bounded),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
