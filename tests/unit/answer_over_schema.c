/* answer_over_schema.c SEEN: a system for test_ask_batches that answers with what it was shown.
 *
 * It appends the id of each request to the file SEEN, and answers with a digest of the question,
 * the schema and the tables in the database, if there is one. In the environment:
 *
 * SLOW=IDS UNTIL=ID   answer these only when ID was asked, and PAUSE milliseconds after
 * COUNT=FILE          how many requests there were when the first such answer came
 * STOP=N              at request N the program that asks is sent SIGUSR1 */
#include "base/buf.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/json_reader.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MILLISECOND = 1000000 };

static void die(const char *what)
{
    fprintf(stderr, "answer_over_schema: %s\n", what);
    exit(EXIT_FAILURE);
}

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * MILLISECOND}, NULL);
}

/* All ids so far, a line each. */
static struct str read_ids(struct arena *a, const char *path)
{
    struct str ids;
    struct err e;
    if (file_read(a, path, 1 << 24, &ids, &e) != OK)
        die(e.msg);
    return ids;
}

static size_t count_lines(struct str text)
{
    size_t n = 0;
    for (size_t i = 0; i < text.len; i++)
        n += text.ptr[i] == '\n';
    return n;
}

/* Is it one of the words of `text`? */
static bool has_id(struct str text, struct str id)
{
    for (size_t i = 0; i + id.len <= text.len; i++)
        if (memcmp(text.ptr + i, id.ptr, id.len) == 0 && (i == 0 || text.ptr[i - 1] <= ' ') &&
            (i + id.len == text.len || text.ptr[i + id.len] <= ' '))
            return true;
    return false;
}

static void append_id(const char *path, struct str id)
{
    FILE *f = fopen(path, "a");
    if (!f || fprintf(f, "%.*s\n", STR_ARG(id)) < 0 || fclose(f) != 0)
        die(path);
}

static void write_count(const char *path, size_t n)
{
    FILE *f = fopen(path, "wx"); /* the first count stays */
    if (f && (fprintf(f, "%zu", n) < 0 || fclose(f) != 0))
        die(path);
}

static void wait_for_others(const char *path)
{
    struct arena a = {0};
    const char *until = getenv("UNTIL"), *pause = getenv("PAUSE"), *count = getenv("COUNT");
    while (!has_id(read_ids(&a, path), str_from(until ? until : ""))) {
        arena_clear(&a);
        sleep_ms(10);
    }
    sleep_ms(pause ? strtol(pause, NULL, 10) : 0);
    if (count)
        write_count(count, count_lines(read_ids(&a, path)));
    arena_release(&a);
}

static void stop_asker(const char *path)
{
    struct arena a = {0};
    const char *stop = getenv("STOP");
    if (stop && count_lines(read_ids(&a, path)) == strtoul(stop, NULL, 10)) {
        kill(getppid(), SIGUSR1);
        sleep_ms(60000);
    }
    arena_release(&a);
}

static void add_tables(struct digester *d, const char *path)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *stmt = NULL;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(db, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1", -1,
                           &stmt, NULL) != SQLITE_OK)
        die(path);
    while (sqlite3_step(stmt) == SQLITE_ROW)
        digest_add(d, str_from((const char *)sqlite3_column_text(stmt, 0)));
    sqlite3_finalize(stmt);
    sqlite3_close(db);
}

enum { ID, QUESTION, SCHEMA, DATABASE, N_MEMBERS };
static const struct str MEMBERS[] = {STR_INIT("id"), STR_INIT("question"), STR_INIT("schema"),
                                     STR_INIT("database")};

static void answer(struct arena *a, struct str line, const char *path)
{
    struct json_value values[N_MEMBERS];
    struct json_reader reader = json_reader_of(a, line);
    struct digester d;
    char hex[DIGEST_HEX + 1];
    struct err e;
    json_members(&reader, MEMBERS, N_MEMBERS, values);
    if (json_reader_end(&reader, 1, &e) != OK)
        die(e.msg);
    struct str id = json_text(a, values[ID]), database = json_text_copy(a, values[DATABASE]);
    append_id(path, id);
    if (getenv("SLOW") && has_id(str_from(getenv("SLOW")), id))
        wait_for_others(path);
    stop_asker(path);
    digest_begin(&d);
    digest_add(&d, values[QUESTION].raw);
    digest_add(&d, values[SCHEMA].raw);
    if (database.len)
        add_tables(&d, database.ptr);
    digest_hex(digest_end(&d), hex);
    printf("{\"id\":%.*s,\"sql\":\"SELECT '%s'\"}\n", STR_ARG(values[ID].raw), hex);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    struct arena a = {0};
    char *line = NULL;
    size_t size = 0;
    ssize_t len;
    if (argc != 2)
        die("usage: answer_over_schema SEEN");
    while ((len = getline(&line, &size, stdin)) > 0) {
        answer(&a, (struct str){line, (size_t)len}, argv[1]);
        arena_clear(&a);
    }
    free(line);
    arena_release(&a);
    return EXIT_SUCCESS;
}
