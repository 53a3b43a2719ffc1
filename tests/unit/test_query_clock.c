/* test_query_clock.c: a query's deadline is its own: making its database is not part of it.
 *
 * The clock of this program moves only when it is read. It is read once for a fixed amount of work,
 * so a deadline here limits work, the same on any machine. */
#include "fixture.h"
#include "own_folder.h"
#include "schema_seeds.h"
#include "unit.h"

#include "base/deadline.h"
#include "base/folder.h"
#include "engine/database_files.h"
#include "score/read_answer.h"
#include "spider/execution_match.h"
#include "store/store.h"

#include <stdio.h>

enum { NS_PER_READ = 1000, DEADLINE_MS = 20 /* 20,000 readings */ };

static int64_t now;

int64_t monotonic_ns(void)
{
    return now += NS_PER_READ;
}

struct deadline deadline_after_ns(int64_t ns)
{
    return (struct deadline){monotonic_ns() + ns};
}

struct deadline deadline_after_ms(uint32_t ms)
{
    return deadline_after_ns((int64_t)ms * 1000000);
}

bool deadline_passed(struct deadline d)
{
    return monotonic_ns() >= d.at_ns;
}

/* To copy the names takes more readings than the deadline has; to look one up takes a few. */
static const char NAMES_SQL[] =
    "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);"
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)"
    "  INSERT INTO person SELECT i, 'name ' || i FROM n;";

struct world {
    struct arena arena;
    struct str folder;
    struct schema original, changed;
    struct suite_schema before, split;
    struct score_rules rules;
};

static void put_database(struct world *w)
{
    struct str below = database_folder_path(&w->arena, w->folder, STR("names"));
    struct str path = database_file_path(&w->arena, below, STR("names"));
    struct err e;
    assert_int_equal(folder_make(w->folder.ptr, &e), OK);
    assert_int_equal(folder_make(below.ptr, &e), OK);
    assert_int_equal(rename(fixture_create(&w->arena, NAMES_SQL), path.ptr), 0);
    assert_int_equal(schema_from_database(&w->arena, path.ptr, STR("names"), &w->original, &e), OK);
}

static int set_up(void **state)
{
    static struct world w;
    w = (struct world){0};
    w.folder = arena_str(&w.arena, str_from(in_folder("originals")));
    put_database(&w);
    w.before = (struct suite_schema){.db_id = STR("names"), .schema = &w.original};
    const struct migration_split split = {.column = column_named(&w.original, "person.name"),
                                          .table = STR("person_name"),
                                          .table_natural = STR("person name"),
                                          .key = STR("name_id"),
                                          .key_natural = STR("name id"),
                                          .reference = STR("name_id"),
                                          .reference_natural = STR("name id")};
    const struct migration *m = migration_split_column(&w.arena, &w.original, &split);
    migration_schema(&w.arena, m, STR("names.NO"), &w.changed, NULL);
    w.split = (struct suite_schema){
        .db_id = STR("names.NO"), .schema = &w.changed, .origin = &w.before, .migration = m};
    w.rules = (struct score_rules){
        .databases = store_new(&(struct store_folders){.originals = w.folder.ptr}, 1),
        .options.deadline_ms = DEADLINE_MS,
        .max_rows = 1000,
        .max_bytes = 1 << 20};
    *state = &w;
    return 0;
}

static int tear_down(void **state)
{
    struct world *w = *state;
    store_free(w->rules.databases);
    folder_remove(w->folder.ptr);
    arena_release(&w->arena);
    return 0;
}

static enum query_outcome outcome_of(struct world *w, const struct suite_schema *schema,
                                     const char *sql)
{
    struct runner r = {.rules = &w->rules};
    struct query_result got;
    assert_true(runner_query(&r, schema, str_from(sql), &w->arena, &got));
    assert_int_equal(r.status, OK);
    return got.outcome;
}

/* The query names a rowid, so it is run on tables, which are made for it. */
static void making_does_not_count(void **state)
{
    struct world *w = *state;
    static const char LOOKS_UP[] = "SELECT name_id FROM person WHERE rowid = 7";
    assert_int_equal(outcome_of(w, &w->split, LOOKS_UP), QUERY_ROWS);
}

/* A query that is slow only through views does not time out: on tables it is quick. */
static void views_do_not_count(void **state)
{
    struct world *w = *state;
    static const char JOINS[] =
        "SELECT T1.name FROM person_name AS T1 JOIN person AS T2 ON T1.name_id = T2.name_id"
        " WHERE T2.id = 59999";
    assert_int_equal(outcome_of(w, &w->split, JOINS), QUERY_ROWS);
}

/* The deadline is still there. */
static void the_query_counts(void **state)
{
    struct world *w = *state;
    static const char ALL_PAIRS[] =
        "SELECT count(*) FROM person AS T1 JOIN person AS T2 ON T1.id < T2.id";
    assert_int_equal(outcome_of(w, &w->before, ALL_PAIRS), QUERY_TIMEOUT);
    assert_int_equal(outcome_of(w, &w->split, ALL_PAIRS), QUERY_TIMEOUT);
}

/* `eval` by Spider's rules runs the gold first; that is not counted as the prediction's time. */
static void gold_does_not_count(void **state)
{
    struct world *w = *state;
    struct execution_options options = execution_defaults;
    options.rule = EXECUTION_SPIDER;
    options.deadline_ms = DEADLINE_MS;
    static const uint64_t UNIT[] = {1};
    /* Each takes more than half of the deadline. */
    const struct str gold =
        STR("SELECT sum(length(name || id || name)) FROM person WHERE id > 25000");
    const struct str prediction =
        STR("SELECT sum(length(name || id || name)) FROM person WHERE id >= 25001");
    struct execution_pair pair = {.folder =
                                      database_folder_path(&w->arena, w->folder, STR("names")),
                                  .db_id = STR("names"),
                                  .gold = gold,
                                  .prediction = prediction,
                                  .gold_units = UNIT,
                                  .prediction_units = UNIT,
                                  .n_gold_units = 1,
                                  .n_prediction_units = 1};
    struct execution_context *c = execution_context_new(&options, 1);
    int64_t begun = now;
    assert_int_equal(execution_match(c, &pair).verdict, EXECUTION_MATCH);
    assert_true(now - begun > (int64_t)DEADLINE_MS * 1000000);
    execution_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(making_does_not_count, set_up, tear_down),
        cmocka_unit_test_setup_teardown(views_do_not_count, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_query_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(gold_does_not_count, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, own_folder_make, own_folder_remove);
}
