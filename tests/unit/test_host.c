/* test_host.c: a machine that fails is told apart from files and statements that are wrong.
 *
 * Descriptors are taken away by the process's own limit; a disk that fails is a database whose
 * descriptor leads elsewhere, and so is one that is full. tests/fault/torture tries the rest, on
 * the whole program. */
#include "base/path.h"
#include "engine/database_make.h"
#include "engine/database_pool.h"
#include "engine/engine.h"
#include "unit.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { N_DATABASES = 6 };

static char folder[] = "/tmp/teql-host-XXXXXX";
static char paths[N_DATABASES][64];

static void make_database(const char *path)
{
    sqlite3 *handle;
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(handle,
                     "CREATE TABLE t AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1"
                     " FROM n WHERE i < 2000) SELECT i, hex(zeroblob(50)) AS text FROM n",
                     NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(handle);
}

static int set_up(void **state)
{
    (void)state;
    engine_init((int64_t)32 << 20);
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < N_DATABASES; i++) {
        snprintf(paths[i], sizeof paths[i], "%s/%d.sqlite", folder, i);
        make_database(paths[i]);
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (int i = 0; i < N_DATABASES; i++)
        unlink(paths[i]);
    return rmdir(folder);
}

/* The number that the next file to be opened gets. */
static int next_descriptor(void)
{
    int fd = dup(STDERR_FILENO);
    assert_true(fd >= 0);
    close(fd);
    return fd;
}

/* Only `n` more files can be opened, until the limit that is returned is set again. */
static rlim_t leave_descriptors(int n)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    rlim_t before = limit.rlim_cur;
    limit.rlim_cur = (rlim_t)(next_descriptor() + n);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
    return before;
}

static void set_descriptors(rlim_t n)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = n;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

static enum status count_rows(struct database *d, struct query_result *out, struct err *e)
{
    struct arena a = {0};
    const struct query_limits limits = {
        .deadline = deadline_after_ms(10000), .max_rows = 10, .max_bytes = 1 << 20};
    enum status status = database_query(d, STR("SELECT max(text) FROM t"), &limits, &a, out, e);
    arena_release(&a);
    return status;
}

static void a_database_without_descriptors_is_not_missing(void **state)
{
    (void)state;
    struct database *d;
    struct err e;
    rlim_t before = leave_descriptors(0);
    enum status status = database_open(paths[0], &d, &e);
    set_descriptors(before);
    assert_int_equal(status, E_HOST);
    assert_non_null(strstr(e.msg, "Too many open files"));
    assert_string_equal(e.file, paths[0]);
}

static void a_pool_makes_room(void **state)
{
    (void)state;
    struct database_pool pool;
    struct database *d;
    struct err e;
    database_pool_init(&pool, N_DATABASES, 1);
    rlim_t before = leave_descriptors(2);
    enum status status = OK;
    for (int i = 0; i < 2 * N_DATABASES && status == OK; i++)
        status = database_pool_get(&pool, str_from(paths[i % N_DATABASES]), &d, &e);
    set_descriptors(before);
    assert_int_equal(status, OK);
    assert_int_equal(pool.count, 2);
    database_pool_release(&pool);
}

static void pools_share_the_descriptors(void **state)
{
    (void)state;
    static const struct {
        rlim_t limit;
        uint32_t workers;
        size_t capacity; /* of 64 that were wanted */
    } cases[] = {{1024, 16, 60}, {64, 4, 8}, {1024, 2, 64}, {30, 16, 1}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct database_pool pool;
        rlim_t before = leave_descriptors(0);
        set_descriptors(cases[i].limit);
        database_pool_init(&pool, 64, cases[i].workers);
        set_descriptors(before);
        assert_int_equal(pool.capacity, cases[i].capacity);
        database_pool_release(&pool);
    }
}

static void a_read_that_fails_is_no_verdict(void **state)
{
    (void)state;
    struct database *d;
    struct query_result r;
    struct err e;
    int fd = next_descriptor();
    assert_int_equal(database_open(paths[0], &d, &e), OK);
    int wrong = open("/proc/self/mem", O_RDONLY); /* where nothing is mapped, reading is EIO */
    assert_true(wrong >= 0);
    assert_int_equal(dup2(wrong, fd), fd);
    close(wrong);
    assert_int_equal(count_rows(d, &r, &e), E_HOST);
    assert_int_not_equal(r.outcome, QUERY_ROWS);
    database_close(d);
}

/* Begin a database of one table, in a file that is to be removed; its descriptor. */
static int begin_making(struct making m, struct database **out)
{
    struct err e;
    int fd = next_descriptor();
    m.deadline_ms = 60000;
    assert_int_equal(database_make(&m, out, &e), OK);
    assert_int_equal(database_make_one(*out, MADE_TABLE, STR("CREATE TABLE main.r (b)"), &e), OK);
    return fd;
}

static void fill_disk(int fd)
{
    int full = open("/dev/full", O_RDWR);
    assert_true(full >= 0);
    assert_int_equal(dup2(full, fd), fd);
    close(full);
}

static enum status add_rows(struct database *d, int count, int bytes, struct err *e)
{
    char sql[200];
    snprintf(sql, sizeof sql,
             "INSERT INTO main.r WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n"
             " WHERE i < %d) SELECT zeroblob(%d) FROM n",
             count, bytes);
    return database_make_one(d, MADE_ROWS, str_from(sql), e);
}

/* Does the engine seem to take one more row? */
static enum status can_add(struct database *d)
{
    struct err e;
    return database_can_make(d, MADE_ROWS, STR("INSERT INTO main.r VALUES (1)"), &e);
}

/* Few rows are written at the end, and many before. */
static void a_disk_that_is_full_refuses_nothing(void **state)
{
    (void)state;
    struct database *d;
    struct err e;
    char path[100];
    snprintf(path, sizeof path, "%s/full", folder);
    fill_disk(begin_making((struct making){.path = path}, &d));
    assert_int_equal(add_rows(d, 10, 10, &e), OK);
    assert_int_equal(can_add(d), OK);
    assert_int_equal(database_made(d, &e), E_HOST);
    assert_non_null(strstr(e.msg, "No space left on device"));
    database_close(d);
    unlink(path);
    fill_disk(begin_making((struct making){.path = path}, &d));
    assert_int_equal(add_rows(d, 2000, 10000, &e), E_HOST);
    assert_non_null(strstr(e.msg, "No space left on device"));
    assert_int_equal(can_add(d), E_LIMIT);
    database_close(d);
    unlink(path);
}

/* SQLite has the same words for it; but the table is still there, and takes rows as such. */
static void a_bound_on_size_is_no_full_disk(void **state)
{
    (void)state;
    struct database *d;
    struct err e;
    char path[100];
    snprintf(path, sizeof path, "%s/large", folder);
    begin_making((struct making){.path = path, .original = paths[0]}, &d);
    assert_int_equal(add_rows(d, 100, 1000000, &e), E_DB);
    assert_string_equal(e.msg, "database or disk is full");
    assert_int_equal(can_add(d), OK);
    database_close(d);
    unlink(path);
}

/* All pages but the first `kept` become zeros, or are cut off. */
static void spoil(const char *path, off_t kept, bool cut)
{
    struct path_info file;
    struct err e;
    assert_int_equal(path_look(path, &file, &e), OK);
    assert_int_equal(truncate(path, kept * 4096), 0);
    if (!cut)
        assert_int_equal(truncate(path, (off_t)file.size), 0);
}

static void a_file_that_is_broken_is_bad_data(void **state)
{
    (void)state;
    struct database *d;
    struct query_result r;
    struct err e;
    spoil(paths[1], 2, false);
    assert_int_equal(database_open(paths[1], &d, &e), OK);
    assert_int_equal(count_rows(d, &r, &e), OK);
    assert_int_equal(r.outcome, QUERY_ERROR);
    database_close(d);
    spoil(paths[1], 1, true);
    assert_int_equal(database_open(paths[1], &d, &e), E_DB);
}

static void count(void *ctx, const char *name)
{
    (void)name;
    (*(int *)ctx)++;
}

static void what_cannot_be_looked_at_is_not_absent(void **state)
{
    (void)state;
    struct path_info info;
    struct err e;
    char below[100];
    int entries = 0;
    snprintf(below, sizeof below, "%s/x", paths[0]);
    assert_int_equal(path_look(paths[0], &info, &e), OK);
    assert_int_equal(info.kind, PATH_FILE);
    assert_true(info.size > 8192);
    assert_int_equal(path_look(folder, &info, &e), OK);
    assert_int_equal(info.kind, PATH_FOLDER);
    assert_int_equal(path_look("/dev/null", &info, &e), OK);
    assert_int_equal(info.kind, PATH_OTHER);
    assert_int_equal(path_look("/nowhere", &info, &e), OK);
    assert_int_equal(info.kind, PATH_ABSENT);
    assert_int_equal(path_look(below, &info, &e), OK);
    assert_int_equal(info.kind, PATH_ABSENT);
    assert_int_equal(path_list(folder, count, &entries, &e), OK);
    assert_int_equal(entries, N_DATABASES + 2);
    assert_int_equal(path_list("/nowhere", count, &entries, &e), OK);
    rlim_t before = leave_descriptors(0);
    enum status status = path_list(folder, count, &entries, &e);
    set_descriptors(before);
    assert_int_equal(status, E_HOST);
    assert_int_equal(entries, N_DATABASES + 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_database_without_descriptors_is_not_missing),
        cmocka_unit_test(a_pool_makes_room),
        cmocka_unit_test(pools_share_the_descriptors),
        cmocka_unit_test(a_read_that_fails_is_no_verdict),
        cmocka_unit_test(a_disk_that_is_full_refuses_nothing),
        cmocka_unit_test(a_bound_on_size_is_no_full_disk),
        cmocka_unit_test(a_file_that_is_broken_is_bad_data),
        cmocka_unit_test(what_cannot_be_looked_at_is_not_absent),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
