/* test_store.c: databases by db_id: found, shown, made, and put away again. */
#include "fixture.h"
#include "own_folder.h"
#include "schema_seeds.h"
#include "sure.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/path.h"
#include "engine/database_files.h"
#include "store/database_copy.h"
#include "store/store.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A folder of originals that holds "towns", one of the suite's own that holds nothing yet, and one
 * for temporary files. */
struct shelf {
    struct arena arena;
    struct str own, originals;
    const char *made;
    struct schema schema;
    struct store *store;
    struct store_database towns, fewer,
        renamed; /* as it is; without city.mayor; kind.tag renamed */
};

static struct str new_folder(struct shelf *s, const char *name)
{
    struct str path = arena_str(&s->arena, str_from(in_folder(name)));
    struct err e;
    assert_int_equal(folder_make(path.ptr, &e), OK);
    return path;
}

/* Put the database that `sql` makes where `db_id` belongs. */
static const char *put(struct shelf *s, struct str folder, struct str db_id, const char *sql)
{
    struct str below = database_folder_path(&s->arena, folder, db_id);
    struct str path = database_file_path(&s->arena, below, db_id);
    struct err e;
    assert_int_equal(folder_make(below.ptr, &e), OK);
    assert_int_equal(rename(fixture_create(&s->arena, sql), path.ptr), 0);
    return path.ptr;
}

static int set_up(void **state)
{
    static struct shelf s;
    struct err e;
    s = (struct shelf){0};
    s.own = new_folder(&s, "own");
    s.originals = new_folder(&s, "originals");
    s.made = new_folder(&s, "made").ptr;
    assert_int_equal(setenv("TMPDIR", s.made, 1), 0);
    const char *path = put(&s, s.originals, STR("towns"), fixture_sql);
    assert_int_equal(schema_from_database(&s.arena, path, STR("towns"), &s.schema, &e), OK);
    s.towns = (struct store_database){STR("towns"), STR("towns"), NULL};
    s.fewer = (struct store_database){
        STR("towns.1"), STR("towns"),
        migration_drop_column(&s.arena, &s.schema, column_named(&s.schema, "city.mayor"))};
    s.renamed = (struct store_database){STR("towns.2"), STR("towns"),
                                        migration_rename_column(&s.arena, &s.schema,
                                                                column_named(&s.schema, "kind.tag"),
                                                                STR("label"), STR("label"))};
    s.store = store_new(&(struct store_folders){.own = s.own.ptr, .originals = s.originals.ptr}, 2);
    *state = &s;
    return 0;
}

static uint64_t file_bytes(const char *path)
{
    struct path_info info;
    struct err e;
    assert_int_equal(path_look(path, &info, &e), OK);
    return info.size;
}

/* How many files and folders are in the folder; with `below`, how many are in the folders in it. */
static uint32_t count_in(const char *folder, bool below)
{
    struct arena a = {0};
    DIR *dir = opendir(folder);
    uint32_t n = 0;
    assert_non_null(dir);
    for (struct dirent *d; (d = readdir(dir));)
        if (d->d_name[0] != '.')
            n += below ? count_in(arena_printf(&a, "%s/%s", folder, d->d_name).ptr, false) : 1;
    closedir(dir);
    arena_release(&a);
    return n;
}

static uint32_t count_made(const struct shelf *s)
{
    return count_in(s->made, true);
}

/* Nothing that was made outlives the store. */
static int tear_down(void **state)
{
    struct shelf *s = *state;
    store_free(s->store);
    assert_int_equal(count_in(s->made, false), 0);
    folder_remove(s->own.ptr);
    folder_remove(s->originals.ptr);
    folder_remove(s->made);
    unsetenv("TMPDIR");
    arena_release(&s->arena);
    return 0;
}

static struct query_result ask(struct shelf *s, struct database *d, const char *sql)
{
    struct query_limits limits = {
        .deadline = deadline_after_ms(20000), .max_rows = 1000, .max_bytes = 1 << 20};
    struct query_result r;
    assert_non_null(d);
    sure_query(d, str_from(sql), &limits, &s->arena, &r);
    return r;
}

static bool runs(struct shelf *s, struct database *d, const char *sql)
{
    return ask(s, d, sql).outcome == QUERY_ROWS;
}

static struct database *opened(struct shelf *s, uint32_t worker, struct store_database which)
{
    struct database *d;
    struct err e;
    assert_int_equal(store_open(s->store, worker, which, &d, &e), OK);
    return d;
}

static struct database *opened_real(struct shelf *s, struct store_database which)
{
    struct database *d;
    struct err e;
    assert_int_equal(store_open_real(s->store, 0, which, &d, &e), OK);
    return d;
}

static const char *lent(struct shelf *s, uint32_t borrower, struct store_database which)
{
    const char *path;
    struct err e;
    assert_int_equal(store_lend(s->store, borrower, which, &path, &e), OK);
    return path;
}

static const char *path_of(struct shelf *s, struct store_database which)
{
    return lent(s, 0, which);
}

static const char HAS_MAYOR[] = "SELECT mayor FROM city", HAS_TAG[] = "SELECT tag FROM kind",
                  HAS_LABEL[] = "SELECT label FROM kind";

static void expect(struct shelf *s, struct database *d, bool mayor, bool tag)
{
    assert_int_equal(runs(s, d, HAS_MAYOR), mayor);
    assert_int_equal(runs(s, d, HAS_TAG), tag);
    assert_int_equal(runs(s, d, HAS_LABEL), !tag);
}

/* Each shows only its own views, and workers do not disturb each other. */
static void test_open(void **state)
{
    struct shelf *s = *state;
    for (int round = 0; round < 2; round++) {
        expect(s, opened(s, 0, s->fewer), false, true);
        expect(s, opened(s, 0, s->renamed), true, false);
        struct database *other = opened(s, 1, s->fewer);
        expect(s, opened(s, 0, s->towns), true, true);
        expect(s, other, false, true);
    }
    struct database *d = opened(s, 0, s->fewer);
    assert_ptr_equal(opened(s, 0, s->fewer), d);
    assert_int_equal(count_made(s), 0);
}

/* A file with its own name takes precedence over views of an original. */
static void test_own_first(void **state)
{
    struct shelf *s = *state;
    const char *path = put(s, s->own, s->fewer.db_id, "CREATE TABLE own (x)");
    assert_true(runs(s, opened(s, 0, s->fewer), "SELECT x FROM own"));
    assert_true(runs(s, opened_real(s, s->fewer), "SELECT x FROM own"));
    assert_string_equal(path_of(s, s->fewer), path);
    expect(s, opened(s, 0, s->renamed), true, false);
    assert_int_equal(count_made(s), 0);
}

/* A missing file is not an error; one that is not a database is. */
static void test_absent(void **state)
{
    struct shelf *s = *state;
    struct store_database gone = {STR("gone.1"), STR("gone"), s->fewer.migration};
    struct database *d;
    struct err e;
    assert_null(opened(s, 0, gone));
    assert_null(opened_real(s, gone));
    assert_null(path_of(s, gone));
    struct store *nowhere = store_new(&(struct store_folders){0}, 1);
    assert_int_equal(store_open(nowhere, 0, s->towns, &d, &e), OK);
    assert_null(d);
    store_free(nowhere);
    store_free(NULL);
    struct str below = database_folder_path(&s->arena, s->originals, STR("gone"));
    assert_int_equal(folder_make(below.ptr, &e), OK);
    assert_int_equal(
        file_write(database_file_path(&s->arena, below, STR("gone")).ptr, STR("no database"), &e),
        OK);
    assert_int_equal(store_open(s->store, 0, gone, &d, &e), E_DB);
    assert_int_equal(store_open_real(s->store, 0, gone, &d, &e), E_DB);
    expect(s, opened(s, 0, s->towns), true, true);
}

/* Views that cannot be raised leave none behind. */
static void test_bad_views(void **state)
{
    struct shelf *s = *state;
    struct database *d;
    struct err e;
    struct migration_column column =
        migration_column_of(s->renamed.migration, &s->renamed.migration->tables[0], 0);
    struct migration_table tables[2] = {s->fewer.migration->tables[1],
                                        s->fewer.migration->tables[0]};
    column.name = STR("a\0b");
    tables[1].columns = &column;
    tables[1].n_columns = 1;
    tables[1].changed = true;
    struct migration broken = *s->fewer.migration;
    broken.tables = tables;
    broken.n_tables = 2;
    struct store_database bad = {STR("towns.bad"), STR("towns"), &broken};
    for (int i = 0; i < 2; i++)
        assert_int_equal(store_open(s->store, 0, bad, &d, &e), E_DB);
    expect(s, opened(s, 0, s->towns), true, true);
    assert_int_equal(store_open(s->store, 0, bad, &d, &e), E_DB);
    expect(s, opened(s, 0, s->renamed), true, false);
}

static int64_t number(struct shelf *s, struct database *d, const char *sql)
{
    struct query_result r = ask(s, d, sql);
    assert_int_equal(r.outcome, QUERY_ROWS);
    return rows_at(&r.rows, 0, 0)->integer;
}

/* A database of its own: SQL that looks at its declarations sees no trick. */
static void test_open_real(void **state)
{
    struct shelf *s = *state;
    static const char DECLARED[] = "SELECT count(*) FROM sqlite_master WHERE sql LIKE '%mayor%'";
    assert_int_equal(number(s, opened(s, 0, s->fewer), DECLARED), 1);
    struct database *d = opened_real(s, s->fewer);
    assert_int_equal(number(s, d, DECLARED), 0);
    expect(s, d, false, true);
    expect(s, opened(s, 0, s->renamed), true, false); /* beside it */
    assert_ptr_equal(opened_real(s, s->fewer), d);
    assert_int_equal(count_made(s), 1);
    expect(s, opened_real(s, s->renamed), true, false);
    expect(s, opened_real(s, s->fewer), false, true);
    assert_int_equal(count_made(s), 2);
    expect(s, opened_real(s, s->towns), true, true);
}

static uint64_t cost(struct shelf *s, struct store_database which)
{
    uint64_t bytes;
    struct err e;
    assert_int_equal(store_real_cost(s->store, which, &bytes, &e), OK);
    return bytes;
}

/* A copy made for one worker is used for another one and a program, too. */
static void test_shared(void **state)
{
    struct shelf *s = *state;
    struct str original;
    struct database *d;
    struct err e;
    assert_int_equal(database_find(&s->arena, s->originals, STR("towns"), &original, &e), OK);
    assert_int_equal(cost(s, s->fewer), file_bytes(original.ptr));
    assert_int_equal(cost(s, s->towns), 0);
    expect(s, opened_real(s, s->fewer), false, true);
    assert_int_equal(cost(s, s->fewer), 0);
    assert_int_equal(store_open_real(s->store, 1, s->fewer, &d, &e), OK);
    expect(s, d, false, true);
    const char *path = lent(s, 7, s->fewer);
    assert_string_equal(lent(s, 8, s->fewer), path);
    assert_int_equal(count_made(s), 1);
}

/* A program gets the original's own file, or one that is made once. */
static void test_path(void **state)
{
    struct shelf *s = *state;
    struct str original;
    struct err e;
    assert_int_equal(database_find(&s->arena, s->originals, STR("towns"), &original, &e), OK);
    assert_string_equal(path_of(s, s->towns), original.ptr);
    assert_int_equal(count_made(s), 0);
    const char *path = path_of(s, s->fewer);
    assert_ptr_equal(path_of(s, s->fewer), path);
    assert_string_not_equal(lent(s, 1, s->renamed), path);
    assert_int_equal(fixture_query(&s->arena, path, "SELECT * FROM city").n_columns, 4);
    assert_int_equal(access(original.ptr, R_OK), 0);
    store_take_back(s->store, 0);
    store_take_back(s->store, 0); /* it has none */
    assert_non_null(lent(s, 1, s->renamed));
}

static struct str bytes_of(struct shelf *s, const char *path)
{
    struct str bytes;
    struct err e;
    assert_int_equal(file_read(&s->arena, path, 1 << 24, &bytes, &e), OK);
    return bytes;
}

/* If nothing changes, a copy is the same file; unless a change waits beside the original. */
static void test_unchanged_copy(void **state)
{
    struct shelf *s = *state;
    const char *original = path_of(s, s->towns);
    const char *copy = arena_printf(&s->arena, "%s/copy", s->own.ptr).ptr;
    struct err e;
    assert_int_equal(database_copy(original, NULL, copy, NULL, &e), OK);
    assert_true(str_eq(bytes_of(s, original), bytes_of(s, copy)));
    assert_int_equal(unlink(copy), 0);
    const char *log = arena_printf(&s->arena, "%s-wal", original).ptr;
    assert_int_equal(file_write(log, STR("waits"), &e), OK);
    assert_int_equal(database_copy(original, NULL, copy, NULL, &e), E_DB);
    assert_int_not_equal(access(copy, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_open, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_own_first, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_absent, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bad_views, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_open_real, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_shared, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_path, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_unchanged_copy, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, own_folder_make, own_folder_remove);
}
