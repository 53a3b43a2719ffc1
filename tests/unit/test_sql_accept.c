/* test_sql_accept.c: real queries, people's and machines', against SQLite on the real databases.
 *
 * Every text that SQLite can parse must be parsed, whether or not its names have a meaning; all
 * others must be rejected. No difference is known on these texts; test_sql_agree.c lists those on
 * purpose. Every tree must print to a text that reads as the same tree and, on a sample, returns
 * the same rows. The data stands in the folder `shared` beside the project; where it is absent the
 * tests are skipped. */
#include "base/hash.h"
#include "sql/parse.h"
#include "sql_check.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#define SHARED TEQL_SOURCE_DIR "/../shared/"

enum {
    MAX_TEXT = 1 << 20,
    MAX_DATABASES = 400,
    SEEN_SLOTS = 1 << 18,
    TICK = 100000, /* virtual machine instructions between two looks at the deadline */
    DEADLINE = 100 /* ticks */
};

struct database {
    struct str id;
    sqlite3 *db;
};

struct fixture {
    struct arena names, scratch;
    struct buf printed;
    struct database databases[MAX_DATABASES];
    uint32_t n_databases;
    uint64_t *seen; /* hashes of database and text, 0 for an empty slot */
    uint32_t given, distinct, verdicts[SQLITE_STOPS + 1], run, slow;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->seen = calloc(SEEN_SLOTS, sizeof *f->seen);
    assert_non_null(f->seen);
    f->printed = (struct buf){0};
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    if (f->given)
        print_message(
            "%u texts, %u distinct: %u prepared, %u refused for their meaning, %u not read, "
            "%u not one query, %u undecided; %u run twice, %u too slow\n",
            f->given, f->distinct, f->verdicts[SQLITE_TAKES], f->verdicts[SQLITE_REFUSES],
            f->verdicts[SQLITE_SYNTAX], f->verdicts[SQLITE_SEVERAL], f->verdicts[SQLITE_STOPS],
            f->run, f->slow);
    for (uint32_t i = 0; i < f->n_databases; i++)
        sqlite3_close(f->databases[i].db);
    arena_release(&f->names);
    arena_release(&f->scratch);
    buf_release(&f->printed);
    free(f->seen);
    free(f);
    return 0;
}

static void need(const char *path)
{
    if (access(path, R_OK) != 0) {
        print_message("skipped: %s is not there\n", path);
        skip();
    }
}

/* Opened once, kept until the end. An empty id means a database without tables. */
static sqlite3 *open_database(struct fixture *f, struct str id)
{
    for (uint32_t i = 0; i < f->n_databases; i++) {
        if (str_eq(f->databases[i].id, id))
            return f->databases[i].db;
    }
    sqlite3 *db = NULL;
    struct str path = arena_printf(&f->names, SHARED "spider/database/%.*s/%.*s.sqlite",
                                   STR_ARG(id), STR_ARG(id));
    if (sqlite3_open_v2(id.len ? path.ptr : ":memory:", &db,
                        id.len ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        fail_msg("cannot open %s", path.ptr);
    assert_true(f->n_databases < MAX_DATABASES);
    f->databases[f->n_databases++] = (struct database){arena_str(&f->names, id), db};
    return db;
}

/* Whether this text was checked before on the same database; many systems answer alike. */
static bool is_seen(struct fixture *f, struct str id, struct str text)
{
    uint64_t hash = hash_combine(hash_bytes(id), hash_bytes(text)) | 1;
    uint64_t slot = hash % SEEN_SLOTS;
    while (f->seen[slot] && f->seen[slot] != hash)
        slot = (slot + 1) % SEEN_SLOTS;
    bool seen = f->seen[slot] == hash;
    f->seen[slot] = hash;
    return seen;
}

static int count_tick(void *ticks)
{
    return ++*(int *)ticks > DEADLINE;
}

static uint64_t hash_row(uint64_t hash, sqlite3_stmt *stmt)
{
    for (int i = 0; i < sqlite3_column_count(stmt); i++) {
        const void *bytes = sqlite3_column_blob(stmt, i);
        struct str value = {bytes, (size_t)sqlite3_column_bytes(stmt, i)};
        hash = hash_combine(hash, hash_bytes(value));
        hash = hash_combine(hash, (uint64_t)sqlite3_column_type(stmt, i));
    }
    return hash_combine(hash, 1);
}

/* All rows in one number; false if the deadline passed. */
static bool run_query(sqlite3 *db, struct str text, uint64_t *rows)
{
    sqlite3_stmt *stmt = NULL;
    int ticks = 0, rc;
    *rows = 0;
    sqlite3_progress_handler(db, TICK, count_tick, &ticks);
    if (sqlite3_prepare_v2(db, text.ptr, (int)text.len, &stmt, NULL) != SQLITE_OK)
        fail_msg("%s\n%.*s", sqlite3_errmsg(db), STR_ARG(text));
    while ((rc = sqlite3_step(stmt)) == SQLITE_ROW)
        *rows = hash_row(*rows, stmt);
    *rows = hash_combine(*rows, rc == SQLITE_DONE ? 0 : (uint64_t)rc);
    sqlite3_finalize(stmt);
    sqlite3_progress_handler(db, 0, NULL, NULL);
    return rc != SQLITE_INTERRUPT;
}

static void check_rows(struct fixture *f, sqlite3 *db, struct str text)
{
    uint64_t rows, again;
    if (!run_query(db, text, &rows) || !run_query(db, buf_str(&f->printed), &again)) {
        f->slow++;
        return;
    }
    f->run++;
    if (rows != again)
        fail_msg("other rows\n%.*s\n%.*s", STR_ARG(text), STR_ARG(buf_str(&f->printed)));
}

static void check_tree(struct fixture *f, struct str text, const struct sql_stmt *stmt)
{
    const char *problem = check_round_trip(&f->scratch, stmt, &f->printed);
    if (!problem)
        problem = check_walk(&f->scratch, stmt);
    if (problem)
        fail_msg("%s\n%.*s\n%.*s", problem, STR_ARG(text), STR_ARG(buf_str(&f->printed)));
}

/* One text against the database `id`; one in `sample` of those that run is run. */
static void check_text(struct fixture *f, struct str id, struct str text, uint32_t sample)
{
    struct sql_stmt stmt;
    struct err e = {0};
    f->given++;
    if (is_seen(f, id, text))
        return;
    f->distinct++;
    arena_clear(&f->scratch);
    sqlite3 *db = open_database(f, id);
    enum sqlite_verdict verdict = sqlite_judge(db, text);
    const char *message = sqlite3_errmsg(db);
    bool ok = sql_parse(&f->scratch, text, &stmt, &e) == OK;
    bool expected = verdict == SQLITE_TAKES || verdict == SQLITE_REFUSES;
    f->verdicts[verdict]++;
    if (ok != expected && verdict != SQLITE_STOPS)
        fail_msg("sqlite: %s; teql: %s\n%.*s", message, ok ? "ok" : e.msg, STR_ARG(text));
    if (ok)
        check_tree(f, text, &stmt);
    if (ok && verdict == SQLITE_TAKES && f->verdicts[verdict] % sample == 0)
        check_rows(f, db, text);
}

/* The whole file. Free its ptr. */
static struct str read_file(const char *path)
{
    struct buf out;
    char piece[1 << 16];
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    out = (struct buf){0};
    for (size_t n; (n = fread(piece, 1, sizeof piece, in)) > 0;)
        buf_put(&out, (struct str){piece, n});
    fclose(in);
    return buf_str(&out);
}

/* The next line of `text` from `*at`; false at the end. */
static bool next_line(struct str text, size_t *at, struct str *line)
{
    if (*at >= text.len)
        return false;
    size_t end = str_find(text, STR("\n"), *at);
    *line = str_slice(text, *at, end);
    *at = end + 1;
    return true;
}

static void check_gold(struct fixture *f, const char *path, uint32_t sample)
{
    need(path);
    struct str text = read_file(path), line;
    for (size_t at = 0; next_line(text, &at, &line);) {
        size_t tab = str_find(line, STR("\t"), 0);
        if (tab < line.len)
            check_text(f, str_trim(str_slice(line, tab + 1, line.len)), str_slice(line, 0, tab),
                       sample);
    }
    free((void *)text.ptr);
}

static void test_spider_dev(void **state)
{
    check_gold(*state, SHARED "spider/dev_gold.sql", 1);
}

static void test_spider_train(void **state)
{
    check_gold(*state, SHARED "spider/train_gold.sql", 4);
}

/* Predictions, line by line on the databases of the gold queries. */
static void check_predictions(struct fixture *f, const char *path, struct str gold)
{
    struct str text = read_file(path), line, gold_line;
    size_t at = 0, gold_at = 0;
    while (next_line(text, &at, &line) && next_line(gold, &gold_at, &gold_line)) {
        size_t tab = str_find(gold_line, STR("\t"), 0);
        struct str id = str_trim(str_slice(gold_line, tab + 1, gold_line.len));
        check_text(f, id, str_slice(line, 0, str_find(line, STR("\t"), 0)), 20);
    }
    free((void *)text.ptr);
}

static void test_predictions(void **state)
{
    struct fixture *f = *state;
    need(SHARED "predictions");
    struct str gold = read_file(SHARED "spider/dev_gold.sql");
    DIR *folder = opendir(SHARED "predictions");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (!str_ends(str_from(entry->d_name), STR(".sql")))
            continue;
        struct str path = arena_printf(&f->names, SHARED "predictions/%s", entry->d_name);
        check_predictions(f, path.ptr, gold);
    }
    closedir(folder);
    free((void *)gold.ptr);
}

/* element, db_id, question, query. */
static void test_canonical(void **state)
{
    const char *path = SHARED "canonical/released.tsv";
    need(path);
    struct str text = read_file(path), line;
    for (size_t at = 0; next_line(text, &at, &line);) {
        size_t a = str_find(line, STR("\t"), 0), b = str_find(line, STR("\t"), a + 1);
        size_t c = str_find(line, STR("\t"), b + 1);
        struct str id = str_slice(line, a + 1, b);
        if (c < line.len && !str_eq(id, STR("db_id")))
            check_text(*state, id, str_slice(line, c + 1, line.len), 10);
    }
    free((void *)text.ptr);
}

/* BIRD has no databases here: every table is missing, which SQLite notices only after it has read
 * the query. SQLite's own JSON functions take the queries out of the file. */
static void check_bird(struct fixture *f, const char *path)
{
    need(path);
    struct str text = read_file(path);
    sqlite3 *db = NULL;
    sqlite3_stmt *stmt = NULL;
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(
                         db,
                         "SELECT coalesce(value ->> '$.SQL', value ->> '$.sql') FROM json_each(?)",
                         -1, &stmt, NULL),
                     SQLITE_OK);
    sqlite3_bind_text(stmt, 1, text.ptr, (int)text.len, SQLITE_STATIC);
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        const char *query = (const char *)sqlite3_column_text(stmt, 0);
        assert_non_null(query);
        check_text(f, STR(""), str_from(query), 1);
    }
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    free((void *)text.ptr);
}

static void test_bird(void **state)
{
    check_bird(*state, SHARED "bird/bird_dev_1534.json");
    check_bird(*state, SHARED "bird/bird_mini_dev_sqlite.json");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_spider_dev, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_spider_train, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_predictions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_canonical, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bird, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
