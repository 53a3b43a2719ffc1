/* test_database_files.c: where databases are; which files of a folder are databases, and in which
 * order. */
#include "unit.h"

#include "base/file.h"
#include "base/folder.h"
#include "engine/database_files.h"

#include <stdlib.h>

enum { N_FILES = 40 };

struct folder {
    struct arena arena;
    const char *path;
};

static int set_up(void **state)
{
    static struct folder f;
    f = (struct folder){0};
    char *path = (char *)arena_str(&f.arena, STR("/tmp/teql-files-XXXXXX")).ptr;
    assert_non_null(mkdtemp(path));
    f.path = path;
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    struct folder *f = *state;
    assert_int_equal(system(arena_printf(&f->arena, "rm -r %s", f->path).ptr), 0);
    arena_release(&f->arena);
    return 0;
}

static const char *path_of(struct folder *f, const char *name)
{
    return arena_printf(&f->arena, "%s/%s", f->path, name).ptr;
}

static void put(struct folder *f, const char *name)
{
    struct err e;
    assert_int_equal(file_write(path_of(f, name), STR("x"), &e), OK);
}

static const struct database_folder *listed(struct database_files *files, struct str folder)
{
    const struct database_folder *found;
    struct err e;
    assert_int_equal(database_files_in(files, folder, &found, &e), OK);
    return found;
}

/* By name, whatever the order in which the folder lists them. */
static void test_order(void **state)
{
    struct folder *f = *state;
    struct database_files files = {0};
    for (int i = N_FILES - 1; i >= 0; i--)
        put(f, arena_printf(&f->arena, "shop%02d.sqlite", (i * 7) % N_FILES).ptr);
    const struct database_folder *found = listed(&files, str_from(f->path));
    assert_int_equal(found->count, N_FILES);
    for (int i = 0; i < N_FILES; i++)
        assert_string_equal(found->paths[i].ptr,
                            path_of(f, arena_printf(&f->arena, "shop%02d.sqlite", i).ptr));
    database_files_release(&files);
}

static void test_names(void **state)
{
    struct folder *f = *state;
    struct database_files files = {0};
    static const char *const NAMES[] = {"a.sqlite",         "b.sqlite-journal", "b.sqlite-wal",
                                        "b.sqlite-shm",     "c.sqlite3",        "d.db",
                                        "e.sqlite.journal", "schema.sql",       ".sqlite"};
    static const char *const DATABASES[] = {".sqlite", "a.sqlite", "c.sqlite3", "e.sqlite.journal"};
    for (size_t i = 0; i < COUNT_OF(NAMES); i++)
        put(f, NAMES[i]);
    const struct database_folder *found = listed(&files, str_from(f->path));
    assert_int_equal(found->count, COUNT_OF(DATABASES));
    for (size_t i = 0; i < found->count; i++)
        assert_string_equal(found->paths[i].ptr, path_of(f, DATABASES[i]));
    database_files_release(&files);
}

/* A folder is listed once; one that is not there has no databases. */
static void test_remembered(void **state)
{
    struct folder *f = *state;
    struct database_files files = {0};
    put(f, "a.sqlite");
    assert_int_equal(listed(&files, str_from(f->path))->count, 1);
    assert_int_equal(listed(&files, STR("/nonexistent"))->count, 0);
    put(f, "b.sqlite");
    assert_int_equal(listed(&files, str_from(f->path))->count, 1);
    assert_int_equal(files.count, 2);
    database_files_release(&files);
    assert_int_equal(listed(&files, str_from(f->path))->count, 2);
    database_files_release(&files);
}

/* Any file is found: opening it fails if it is not a database. */
static void test_find(void **state)
{
    struct folder *f = *state;
    struct err e;
    struct str all = databases_path(&f->arena, f->path), path;
    assert_string_equal(all.ptr, path_of(f, "database"));
    assert_int_equal(database_find(&f->arena, all, STR("shop"), &path, &e), OK);
    assert_null(path.ptr);
    assert_int_equal(folder_make(all.ptr, &e), OK);
    assert_int_equal(folder_make(path_of(f, "database/shop"), &e), OK);
    assert_int_equal(database_find(&f->arena, all, STR("shop"), &path, &e), OK);
    assert_null(path.ptr);
    put(f, "database/shop/shop.sqlite");
    assert_int_equal(database_find(&f->arena, all, STR("shop"), &path, &e), OK);
    assert_string_equal(path.ptr, path_of(f, "database/shop/shop.sqlite"));
    struct str folder = database_folder_path(&f->arena, all, STR("shop"));
    assert_string_equal(folder.ptr, path_of(f, "database/shop"));
    assert_string_equal(database_file_path(&f->arena, folder, STR("shop")).ptr, path.ptr);
    assert_int_equal(folder_make(path_of(f, "database/mall"), &e), OK);
    assert_int_equal(folder_make(path_of(f, "database/mall/mall.sqlite"), &e), OK);
    assert_int_equal(database_find(&f->arena, all, STR("mall"), &path, &e), OK);
    assert_non_null(path.ptr);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_remembered, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_find, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
