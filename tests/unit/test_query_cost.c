/* test_query_cost.c: by how much work a statement can overrun its deadline.
 *
 * Work is counted, not timed: opcodes of SQLite's program between two readings of the clock, times
 * the longest value that the statement may touch in each. An opcode that touches more, through a
 * collation, a function, an allocation or a page, has to read the clock by itself. */
#include "base/buf.h"
#include "base/file.h"
#include "engine/database_make.h"
#include "engine/engine.h"
#include "sure.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define COSTS TEQL_SOURCE_DIR "/tests/golden/costs.txt"

/* Bytes: 200 opcodes on a value of a megabyte, or any longer program on shorter ones. */
#define MOST_WORK ((uint64_t)210 << 20)

static const char values[] =
    "SELECT 'ab' AS x, 'abc' AS y, '2000' AS d, '  ' AS s, '[1,2]' AS j, '{\"a\":1}' AS o,"
    " 'é' AS u, x'61' AS b";

static const char long_values[] = "SELECT hex(zeroblob(450000)) AS x, hex(zeroblob(450000)) || 1 "
                                  "AS y, printf('%900000s', '') AS s";

struct ground {
    struct arena arena, scratch;
    struct database *database;
    struct str shapes[32], expressions[64];
    size_t n_shapes, n_expressions;
};

static bool take(struct str line, struct str word, struct str *list, size_t capacity, size_t *n)
{
    if (line.len <= word.len || memcmp(line.ptr, word.ptr, word.len) != 0)
        return false;
    assert_true(*n < capacity);
    list[(*n)++] = str_slice(line, word.len, line.len);
    return true;
}

static void read_costs(struct ground *g)
{
    struct str text;
    struct err e;
    assert_int_equal(file_read(&g->arena, COSTS, 1 << 20, &text, &e), OK);
    while (text.len) {
        const char *end = memchr(text.ptr, '\n', text.len);
        struct str line = str_slice(text, 0, (size_t)(end - text.ptr));
        text = str_slice(text, line.len + 1, text.len);
        if (!take(line, STR("shape "), g->shapes, 32, &g->n_shapes))
            take(line, STR("expression "), g->expressions, 64, &g->n_expressions);
    }
    assert_true(g->n_shapes > 10 && g->n_expressions > 40);
}

static int set_up(void **state)
{
    static struct ground g;
    struct err e;
    engine_init((int64_t)256 << 20);
    read_costs(&g);
    struct str ddl = arena_printf(&g.arena, "CREATE TABLE big AS %s; CREATE TABLE long AS %s",
                                  values, long_values);
    assert_int_equal(database_open_memory(ddl, &g.database, &e), OK);
    *state = &g;
    return 0;
}

static int tear_down(void **state)
{
    struct ground *g = *state;
    database_close(g->database);
    arena_release(&g->scratch);
    arena_release(&g->arena);
    return 0;
}

static struct query_result query_within(struct ground *g, struct str sql, uint32_t ms)
{
    struct query_limits limits = {
        .deadline = deadline_after_ms(ms), .max_rows = 100000, .max_bytes = 1 << 26};
    struct query_result r;
    sure_query(g->database, sql, &limits, &g->scratch, &r);
    return r;
}

/* With a deadline that no test should meet. */
static struct query_result query(struct ground *g, struct str sql)
{
    return query_within(g, sql, 600000);
}

/* The shape with the expression in it `n` times. */
static struct str costly(struct ground *g, struct str shape, struct str expression, size_t n)
{
    struct str part[4];
    for (int i = 0; i < 4; i++) {
        const char *bar = i < 3 ? memchr(shape.ptr, '|', shape.len) : shape.ptr + shape.len;
        assert_non_null(bar);
        part[i] = str_slice(shape, 0, (size_t)(bar - shape.ptr));
        shape = str_slice(shape, part[i].len + (i < 3), shape.len);
    }
    struct buf sql;
    sql = (struct buf){0};
    buf_put(&sql, part[0]);
    for (size_t i = 0; i < n; i++) {
        buf_put(&sql, i ? part[2] : STR(""));
        for (size_t c = 0; c < part[1].len; c++)
            buf_put(&sql, part[1].ptr[c] == '%' ? expression : str_slice(part[1], c, c + 1));
    }
    buf_put(&sql, part[3]);
    struct str text = arena_str(&g->scratch, buf_str(&sql));
    buf_release(&sql);
    return text;
}

/* Whether it compiles. Straight code is at most the whole program. */
static bool check_work(struct ground *g, struct str sql)
{
    struct query_result r = query(g, arena_printf(&g->scratch, "EXPLAIN %.*s", STR_ARG(sql)));
    if (r.rows.n_rows * r.work.value_bytes > MOST_WORK)
        fail_msg("%d opcodes on values of %d bytes: %.*s", (int)r.rows.n_rows,
                 (int)r.work.value_bytes, (int)(sql.len < 200 ? sql.len : 200), sql.ptr);
    return r.outcome == QUERY_ROWS;
}

/* How many of the expressions compile in one of the shapes at least, this many times each. */
static size_t check_times(struct ground *g, size_t n_expressions, size_t times)
{
    size_t n = 0;
    for (size_t x = 0; x < n_expressions; x++) {
        bool compiles = false;
        for (size_t s = 0; s < g->n_shapes; s++)
            compiles |= check_work(g, costly(g, g->shapes[s], g->expressions[x], times));
        n += compiles;
        arena_release(&g->scratch);
    }
    return n;
}

static void straight_code_is_bounded(void **state)
{
    struct ground *g = *state;
    static const size_t times[] = {2, 20, 40, 130, 500};
    for (size_t s = 0; s < g->n_shapes; s++)
        for (size_t x = 0; x < g->n_expressions; x++)
            if (!check_work(g, costly(g, g->shapes[s], g->expressions[x], 1)))
                fail_msg("shape %d does not compile with %.*s", (int)s, STR_ARG(g->expressions[x]));
    for (size_t i = 0; i < COUNT_OF(times); i++)
        assert_true(check_times(g, g->n_expressions, times[i]) > g->n_expressions / 2);
    assert_int_equal(check_times(g, 1, 1500), 1);
    assert_int_equal(check_times(g, 1, 2500), 1);
}

static uint64_t clock_reads(struct ground *g, struct str sql)
{
    struct query_result r = query(g, sql);
    if (r.outcome != QUERY_ROWS)
        fail_msg("%.*s: %.*s", STR_ARG(sql), STR_ARG(r.message));
    arena_release(&g->scratch);
    return r.work.clock_reads;
}

/* These may take long in one step, so each must read the clock. */
static void slow_steps_read_the_clock(void **state)
{
    static const char *const slow[] = {
        "x LIKE y",        "instr(x, y)",  "replace(x, y, y)",
        "rtrim(x, y)",     "trim(x)",      "hex(zeroblob(40000 + length(x)))",
        "printf('%s', x)", "format(x, y)", "randomblob(80000)",
    };
    enum { TIMES = 10 };
    struct ground *g = *state;
    struct str shape = STR("SELECT 7 IN (|%|,|) FROM big");
    uint64_t least = clock_reads(g, costly(g, shape, STR("abs(d)"), TIMES)) + TIMES;
    for (size_t i = 0; i < COUNT_OF(slow); i++)
        if (clock_reads(g, costly(g, shape, str_from(slow[i]), TIMES)) < least)
            fail_msg("%s does not read the clock", slow[i]);
}

/* A sort is one step, however many comparisons it makes. */
static uint64_t sort_reads(struct ground *g, const char *collation)
{
    return clock_reads(
        g,
        arena_printf(&g->scratch,
                     "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200)"
                     " SELECT length(z) FROM (SELECT substr(%s, 1, 50000) || i AS z FROM n, long)"
                     " ORDER BY z COLLATE %s",
                     strcmp(collation, "RTRIM") == 0 ? "s" : "x", collation));
}

static void comparisons_read_the_clock(void **state)
{
    enum { COMPARISONS = 1000 };
    uint64_t least = sort_reads(*state, "BINARY") + COMPARISONS;
    assert_true(sort_reads(*state, "NOCASE") >= least);
    assert_true(sort_reads(*state, "RTRIM") >= least);
}

/* After the deadline a collation finds everything equal. No answer may show that. */
static void what_was_compared_too_late_is_thrown_away(void **state)
{
    struct ground *g = *state;
    struct query_limits limits = {.max_rows = 10, .max_bytes = 1 << 20, .enough_rows = 1};
    for (int64_t i = 1; i <= 200; i++) {
        struct query_result r;
        limits.deadline = deadline_after_ns(i * 20000);
        sure_query(g->database, STR("SELECT x = y COLLATE NOCASE FROM long"), &limits, &g->scratch,
                   &r);
        if (r.outcome == QUERY_ROWS)
            assert_int_equal(rows_at(&r.rows, 0, 0)->integer, 0);
        else
            assert_int_equal(r.outcome, QUERY_TIMEOUT);
    }
    arena_release(&g->scratch);
}

enum { PAGE = 512, CHILDREN = 50, DEPTH = 5 };

static void put_number(unsigned char *to, int bytes, unsigned n)
{
    for (int i = bytes - 1; i >= 0; i--, n >>= 8)
        to[i] = (unsigned char)n;
}

/* An inner page of a table whose children are all the one page `child`. */
static void put_inner_page(FILE *f, unsigned number, unsigned child)
{
    enum { CELL = 5 };
    unsigned char page[PAGE] = {5};
    put_number(page + 3, 2, CHILDREN);
    put_number(page + 5, 2, PAGE - CHILDREN * CELL);
    put_number(page + 8, 4, child);
    for (unsigned i = 0; i < CHILDREN; i++) {
        unsigned char *cell = page + PAGE - (i + 1) * CELL;
        put_number(cell, 4, child);
        put_number(cell + 4, 1, i + 1);
        put_number(page + 12 + 2 * i, 2, (unsigned)(cell - page));
    }
    fseek(f, (long)(number - 1) * PAGE, SEEK_SET);
    assert_int_equal(fwrite(page, sizeof page, 1, f), 1);
}

/* A table t of a few pages that counts as many rows as if each of its pages stood there fifty
 * times: page 2 is the root, 3 its only child, and so on; the last, full of zeros, is mended to an
 * empty leaf. */
static void make_knot(const char *path)
{
    sqlite3 *handle;
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle,
                                  "PRAGMA page_size = 512; CREATE TABLE t(x);"
                                  "CREATE TABLE room(x); INSERT INTO room VALUES (zeroblob(9000))",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(handle);
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    unsigned next = 4; /* 3 is the root of the other table */
    put_inner_page(f, 2, next);
    for (int i = 1; i < DEPTH; i++, next++)
        put_inner_page(f, next, next + 1);
    static const unsigned char leaf[PAGE] = {
        13, 0, 0, 0, 1, 1, 252, 0, 1, 252, [508] = 2, 1, 1, 9}; /* a row: NULL-free, x is 1 */
    fseek(f, (long)(next - 1) * PAGE, SEEK_SET);
    assert_int_equal(fwrite(leaf, sizeof leaf, 1, f), 1);
    fclose(f);
}

/* count(*) is one step, and reads no clock of SQLite's. */
static void counting_a_knot_of_pages_ends(void **state)
{
    struct ground *g = *state;
    char path[] = "/tmp/teql-knot-XXXXXX";
    struct database *knot, *before = g->database;
    struct err e;
    close(mkstemp(path));
    make_knot(path);
    assert_int_equal(database_open(path, &knot, &e), OK);
    g->database = knot;
    struct query_result r = query_within(g, STR("SELECT count(*) FROM t"), 20);
    g->database = before;
    database_close(knot);
    unlink(path);
    assert_string_equal(r.message.ptr, "deadline passed");
    arena_release(&g->scratch);
}

/* Nor may a copy fill the disk with the repeated contents of a few pages. */
static void copying_a_knot_of_pages_ends(void **state)
{
    struct ground *g = *state;
    char path[] = "/tmp/teql-knot-XXXXXX", copy[] = "/tmp/teql-knot-XXXXXX";
    struct database *d;
    struct stat st;
    struct err e;
    close(mkstemp(path));
    close(mkstemp(copy));
    make_knot(path);
    struct making making = {.path = copy, .original = path, .deadline_ms = 600000};
    assert_int_equal(database_make(&making, &d, &e), OK);
    assert_int_equal(database_make_one(d, MADE_TABLE, STR("CREATE TABLE main.t(x)"), &e), OK);
    struct str globs =
        costly(g, STR("CREATE INDEX main.i ON t (|x GLOB %|,|)"), STR("'*a*b*'"), 11);
    assert_int_equal(database_make_one(d, MADE_INDEX, globs, &e), E_DB);
    assert_int_equal(
        database_make_one(d, MADE_ROWS,
                          STR("INSERT INTO main.t SELECT zeroblob(3000) FROM original.t"), &e),
        E_DB);
    database_close(d);
    assert_int_equal(stat(copy, &st), 0);
    assert_true(st.st_size <= 65 << 20);
    unlink(path);
    unlink(copy);
    arena_release(&g->scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_code_is_bounded),
        cmocka_unit_test(slow_steps_read_the_clock),
        cmocka_unit_test(comparisons_read_the_clock),
        cmocka_unit_test(what_was_compared_too_late_is_thrown_away),
        cmocka_unit_test(counting_a_knot_of_pages_ends),
        cmocka_unit_test(copying_a_knot_of_pages_ends),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
