/* test_slow_views.c: a query that takes too long through views is run on tables. */
#include "fixture.h"
#include "own_folder.h"
#include "schema_seeds.h"
#include "sqlite_version.h"
#include "unit.h"

#include "base/folder.h"
#include "engine/database_files.h"
#include "score/read_answer.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>

/* Names by the thousand, all different: split off into a table of their own, they are joined again
 * by a key that SQLite has no index for, and it takes the names for a few. */
static const char NAMES_SQL[] =
    "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);"
    "CREATE TABLE visit (person INT, year INT);"
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)"
    "  INSERT INTO person SELECT i, 'name ' || i FROM n;"
    "INSERT INTO visit SELECT id, id % 7 FROM person;";

static const char JOIN[] =
    "SELECT count(DISTINCT T1.name), T3.year FROM person_name AS T1"
    " JOIN person AS T2 ON T1.name_id = T2.name_id JOIN visit AS T3 ON T2.id = T3.person"
    " GROUP BY T3.year";

enum { FEW_STEPS = 500000 }; /* in twenties: a hundredth of what the views would take */

struct world {
    struct arena arena;
    struct schema original, changed;
    struct suite_schema before, split;
    struct score_rules rules;
};

static void put_database(struct world *w, struct str folder)
{
    struct str below = database_folder_path(&w->arena, folder, STR("names"));
    struct str path = database_file_path(&w->arena, below, STR("names"));
    struct err e;
    assert_int_equal(folder_make(folder.ptr, &e), OK);
    assert_int_equal(folder_make(below.ptr, &e), OK);
    assert_int_equal(rename(fixture_create(&w->arena, NAMES_SQL), path.ptr), 0);
    assert_int_equal(schema_from_database(&w->arena, path.ptr, STR("names"), &w->original, &e), OK);
}

static int set_up(void **state)
{
    static struct world w;
    w = (struct world){0};
    struct str folder = arena_str(&w.arena, str_from(in_folder("originals")));
    put_database(&w, folder);
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
        .databases = store_new(&(struct store_folders){.originals = folder.ptr}, 1),
        .options.deadline_ms = 600000,
        .max_rows = 1000,
        .max_bytes = 1 << 20};
    *state = &w;
    return 0;
}

static int tear_down(void **state)
{
    struct world *w = *state;
    store_free(w->rules.databases);
    folder_remove(in_folder("originals"));
    arena_release(&w->arena);
    return 0;
}

static void runs_on_tables(void **state)
{
    needs_sqlite_3_40();
    struct world *w = *state;
    struct runner r = {.rules = &w->rules};
    struct query_result got;
    assert_true(runner_query(&r, &w->split, str_from(JOIN), &w->arena, &got));
    assert_int_equal(got.outcome, QUERY_ROWS);
    assert_int_equal(got.rows.n_rows, 7);
    assert_true(got.work.steps < FEW_STEPS);
    assert_ptr_equal(r.slow_views, &w->split);
    assert_int_equal(r.status, OK);
}

/* The next queries of the current answer run on tables at once. */
static void stays_with_tables(void **state)
{
    static const struct str QUICK = STR_INIT("SELECT count(name_id) FROM person");
    struct world *w = *state;
    struct runner r = {.rules = &w->rules};
    struct query_result through_views, on_tables;
    assert_true(runner_query(&r, &w->split, QUICK, &w->arena, &through_views));
    r.slow_views = &w->split;
    assert_true(runner_query(&r, &w->split, QUICK, &w->arena, &on_tables));
    assert_int_equal(on_tables.outcome, QUERY_ROWS);
    assert_true(on_tables.work.steps < through_views.work.steps);
}

/* Quick queries stay with the views, and the next answer begins with views again. */
static void else_on_views(void **state)
{
    needs_sqlite_3_40();
    struct world *w = *state;
    struct runner r = {.rules = &w->rules};
    struct query_result got;
    assert_true(
        runner_query(&r, &w->split, STR("SELECT count(name_id) FROM person"), &w->arena, &got));
    assert_int_equal(got.outcome, QUERY_ROWS);
    assert_null(r.slow_views);

    const struct answer said = {.sql = str_from(JOIN)};
    struct read_answer read;
    read_answer_of(&r, &said, &w->split, &w->arena, &read);
    assert_int_equal(read.answer.outcome, QUERY_ROWS);
    assert_int_equal(read.prepared.outcome, QUERY_ROWS);
    assert_ptr_equal(r.slow_views, &w->split);
    read_answer_of(&r, NULL, &w->split, &w->arena, &read);
    assert_null(r.slow_views);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(runs_on_tables, set_up, tear_down),
        cmocka_unit_test_setup_teardown(stays_with_tables, set_up, tear_down),
        cmocka_unit_test_setup_teardown(else_on_views, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, own_folder_make, own_folder_remove);
}
