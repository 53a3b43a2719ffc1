/* test_compile_bounds.c: how much SQLite does to compile a statement.
 *
 * Compiling reads no clock by itself. So three things bound how far a statement can overrun its
 * deadline: how much memory compiling takes, how deep that nests, and how often our code reads the
 * clock meanwhile. All of them are counted. No shape of a statement may pass the bounds, and no
 * honest statement may reach them. Before there were bounds, the shapes took up to 50 seconds. */
#include "base/buf.h"
#include "engine/engine.h"
#include "engine/sqlite/compile_work.h"
#include "fixture.h"
#include "sure.h"

#include <sqlite3.h>

/* The bound of compile_work.h for a query of the longest text; an allocation doubles its size. */
#define MOST_BYTES ((uint64_t)3000000)
#define MOST_WORK  ((uint64_t)200000000000)

enum { LONGEST = DATABASE_MAX_SQL_BYTES - 500, STEPS = 130, VIEW_STEPS = 100 };

struct ground {
    struct arena arena, scratch;
    const char *path;
    struct database *database;
};

static void put_repeated(struct buf *out, const char *part, int n)
{
    for (int i = 0; i < n; i++)
        buf_put(out, str_from(part));
}

/* How many generated columns build on each other. Later versions of SQLite write all of them out
 * when the table is made, and then thirty do not fit into memory. */
static int last_generated(void)
{
    return sqlite3_libversion_number() < 3041000 ? 30 : 14;
}

/* A database with indexes for the planner, and with views of the shapes that queries have. */
static struct str declarations(struct arena *a)
{
    struct buf sql;
    sql = (struct buf){0};
    buf_put(&sql, STR("CREATE TABLE t(a, b); INSERT INTO t VALUES(1, 2);"
                      "CREATE TABLE x(a, b, c, d, e, f); CREATE INDEX x1 ON x(a, b, c);"
                      "CREATE INDEX x2 ON x(b, c, d); CREATE INDEX x3 ON x(c, d, e);"
                      "CREATE INDEX x4 ON x(d); CREATE INDEX x5 ON x(e); CREATE INDEX x6 ON x(f);"
                      "CREATE TABLE g(a, g1 AS (a + a)"));
    for (int i = 2; i <= last_generated(); i++)
        buf_printf(&sql, ", g%d AS (g%d + g%d)", i, i - 1, i - 1);
    buf_put(&sql, STR("); CREATE VIEW v0 AS SELECT a FROM t;"));
    for (int i = 1; i <= VIEW_STEPS; i++) {
        buf_printf(&sql, "CREATE VIEW v%d AS SELECT a", i);
        put_repeated(&sql, "||1", 90);
        buf_printf(&sql, " a FROM v%d;", i - 1);
    }
    struct str text = arena_str(a, buf_str(&sql));
    buf_release(&sql);
    return text;
}

static int set_up(void **state)
{
    static struct ground g;
    struct err e;
    engine_init(ENGINE_HEAP_PER_THREAD);
    g.path = fixture_create(&g.arena, declarations(&g.arena).ptr);
    assert_int_equal(database_open(g.path, &g.database, &e), OK);
    *state = &g;
    return 0;
}

static int tear_down(void **state)
{
    struct ground *g = *state;
    database_close(g->database);
    fixture_remove(g->path);
    arena_release(&g->scratch);
    arena_release(&g->arena);
    return 0;
}

/* With a deadline that no test should meet. */
static struct query_result query(struct ground *g, struct str sql)
{
    struct query_limits limits = {
        .deadline = deadline_after_ms(600000), .max_rows = 1000, .max_bytes = 1 << 20};
    struct query_result r;
    arena_clear(&g->scratch);
    assert_true(sql.len < DATABASE_MAX_SQL_BYTES);
    sure_query(g->database, sql, &limits, &g->scratch, &r);
    return r;
}

static struct query_result query_within_bounds(struct ground *g, struct buf *sql)
{
    struct query_result r = query(g, buf_str(sql));
    struct str head = str_slice(buf_str(sql), 0, sql->len < 90 ? sql->len : 90);
    uint64_t bytes = r.work.compile_bytes, stack = r.work.compile_stack;
    assert_true(bytes > 0 || r.outcome == QUERY_TOO_LARGE); /* or its text was refused */
    if (bytes > MOST_BYTES || bytes * stack > MOST_WORK || r.outcome == QUERY_TIMEOUT)
        fail_msg("%.*s: %llu bytes, %llu of stack, %.*s", STR_ARG(head), (unsigned long long)bytes,
                 (unsigned long long)stack, STR_ARG(r.message));
    buf_clear(sql);
    return r;
}

static const char *const OPERATORS[] = {
    "->1",       "->>1",
    "||1",       "+1",
    "+a",        "=1",
    " IS 1",     " ISNULL",
    " AND 1",    " OR a",
    "<<1",       "<1",
    " IN(1)",    " IN(1,a)",
    " LIKE 1",   " IN(a)",
    "*a",        " BETWEEN 1 AND a",
    " IS TRUE",  " COLLATE nocase",
    " NOTNULL",  "->a",
    " IS NOT a", " NOT IN(SELECT 1)",
};
enum { N_OPERATORS = COUNT_OF(OPERATORS) };

/* How many of `part` fit into each of `steps` texts. */
static int fitting(const char *part, int steps)
{
    int n = (LONGEST / steps - 60) / (int)strlen(part);
    return n < 190 ? n : 190;
}

static void put_chain(struct buf *out, const char *operator, const char * source, int n)
{
    buf_put(out, STR("WITH c0 AS (SELECT a FROM t)"));
    for (int i = 1; i <= STEPS; i++) {
        buf_printf(out, ", c%d AS (SELECT a", i);
        put_repeated(out, operator, n);
        buf_printf(out, " a FROM %sc%d)", source, i - 1);
    }
    buf_printf(out, " SELECT a FROM c%d", STEPS);
}

/* Each step puts its operators around those of the step before. */
static void chains(void **state)
{
    static const char *const TAILS[] = {"", " GROUP BY a", " WHERE a = 1 ORDER BY a",
                                        " GROUP BY a HAVING a > 1", " UNION SELECT 1"};
    struct buf sql;
    sql = (struct buf){0};
    for (size_t i = 0; i < N_OPERATORS; i++) {
        put_chain(&sql, OPERATORS[i], i % 7 == 6 ? "t JOIN c0 USING(a), " : "",
                  fitting(OPERATORS[i], STEPS));
        buf_put(&sql, str_from(TAILS[i % (COUNT_OF(TAILS))]));
        query_within_bounds(*state, &sql);
    }
    buf_release(&sql);
}

static void assert_too_large(struct ground *g, struct buf *sql, const char *why)
{
    struct query_result r = query_within_bounds(g, sql);
    assert_int_equal(r.outcome, QUERY_TOO_LARGE);
    assert_non_null(strstr(r.message.ptr, why));
}

/* A program that SQLite would make, within all other limits: it took two seconds. */
static void a_long_chain_is_refused(void **state)
{
    struct buf sql;
    sql = (struct buf){0};
    put_chain(&sql, "->1", "", 70);
    buf_put(&sql, STR(" GROUP BY a"));
    assert_too_large(*state, &sql, "too many operators");
    buf_release(&sql);
}

static void views_of_the_file(void **state)
{
    struct buf sql;
    sql = (struct buf){0};
    buf_printf(&sql, "SELECT a FROM v%d GROUP BY a", VIEW_STEPS);
    assert_too_large(*state, &sql, "expressions are too large");
    buf_put(&sql, STR("SELECT a FROM v2 GROUP BY a"));
    assert_int_equal(query_within_bounds(*state, &sql).outcome, QUERY_ROWS);
    buf_release(&sql);
}

static void nested(void **state)
{
    static const char *const FORMS[][2] = {
        {"(SELECT a->1->1->1->1->1->1->1->1 a FROM ", ")"},
        {"(SELECT a+a a FROM ", ")"},
        {"(SELECT CASE WHEN a THEN a ELSE a END a FROM ", ")"},
        {"(SELECT a FROM t UNION ALL SELECT a+1 FROM ", ")"},
        {"(SELECT DISTINCT a+1+1+1+1+1+1+1+1 a FROM ", " WHERE a > 1)"},
        {"(SELECT a, sum(a) OVER (PARTITION BY a+1) FROM ", " WHERE a = 1)"},
        {"(SELECT y.a+1+1+1+1 a FROM t LEFT JOIN ", " y ON y.a = t.a)"},
        {"(SELECT (SELECT a+1+1+1+1) a FROM ", " LIMIT 5)"},
        {"(SELECT max(a,a,a) a FROM ", " GROUP BY a, a+1, a+1+1)"},
    };
    struct buf sql;
    sql = (struct buf){0};
    for (size_t i = 0; i < COUNT_OF(FORMS); i++)
        for (int depth = 4; depth <= 22; depth += 6) {
            buf_put(&sql, STR("SELECT a FROM "));
            put_repeated(&sql, FORMS[i][0], depth);
            buf_put(&sql, STR("t"));
            put_repeated(&sql, FORMS[i][1], depth);
            query_within_bounds(*state, &sql);
        }
    buf_release(&sql);
}

/* The item, with a number for each '%', `n` times or as often as half of the text allows. */
static void put_list(struct buf *out, const char *item, const char *between, int n)
{
    size_t start = out->len;
    for (int i = 0; i < n && out->len - start < LONGEST / 2 - 100; i++) {
        buf_put(out, str_from(i ? between : ""));
        for (const char *c = item; *c; c++)
            if (*c == '%')
                buf_printf(out, "%d", i);
            else
                buf_putc(out, *c);
    }
}

/* SQLite compares grouped, ordered and added terms, each with each. */
static void lists(void **state)
{
    static const struct {
        const char *head, *item, *between, *middle, *tail; /* the items come twice */
    } LISTS[] = {
        {"SELECT ", "a+b+b+%", ",", " FROM t GROUP BY ", ""},
        {"SELECT ", "a+b+b+%", ",", " FROM t ORDER BY ", ""},
        {"SELECT ", "sum(a+%)", ",", " FROM t GROUP BY a ORDER BY ", ""},
        {"SELECT ", "count(DISTINCT a+%)", ",", " FROM t ORDER BY ", ""},
        {"SELECT ", "sum(a)OVER(ORDER BY b+%)", ",", " FROM t ORDER BY ", ""},
        {"SELECT ", "sum(a)FILTER(WHERE a>%)", ",", " FROM t ORDER BY ", ""},
        {"SELECT ", "1+1+1+%", ",", " FROM t GROUP BY ", ""},
        {"SELECT a FROM t WHERE a IN(", "%", ",", ") AND b IN (1,", ")"},
        {"SELECT a FROM t WHERE a IN(", "a+b", ",", ") AND b IN (1,", ")"},
        {"SELECT CASE a ", "WHEN % THEN %", " ", " END FROM t ORDER BY CASE a ", " END"},
        {"SELECT * FROM (VALUES ", "(%)", ",", ") UNION VALUES", ""},
        {"WITH c AS (SELECT a+1+1+1+1+1+1+1 z FROM t) SELECT ", "z+%", ",", " FROM c GROUP BY ",
         ""},
    };
    struct buf sql;
    sql = (struct buf){0};
    for (size_t i = 0; i < COUNT_OF(LISTS); i++)
        for (int n = 200; n <= 1900; n += 850) {
            buf_put(&sql, str_from(LISTS[i].head));
            put_list(&sql, LISTS[i].item, LISTS[i].between, n);
            buf_put(&sql, str_from(LISTS[i].middle));
            put_list(&sql, LISTS[i].item, LISTS[i].between, n);
            buf_put(&sql, str_from(LISTS[i].tail));
            query_within_bounds(*state, &sql);
        }
    buf_release(&sql);
}

/* A balanced tree of this many terms: a chain of them would be too deep. */
static void put_tree(struct buf *out, const char *term, const char *operator, int first, int n)
{
    if (n <= 1) {
        put_list(out, term, "", 1);
        return;
    }
    buf_putc(out, '(');
    put_tree(out, term, operator, first, n / 2);
    buf_put(out, str_from(operator));
    put_tree(out, term, operator, first + n / 2, n - n / 2);
    buf_putc(out, ')');
}

static void conditions(void **state)
{
    static const char *const TERMS[] = {"a>%",
                                        "b=a",
                                        "a ISNULL",
                                        "(a=% OR b=%)",
                                        "1>%",
                                        "(a BETWEEN b AND %)",
                                        "(a,b,c)=(b,c,%)",
                                        "a LIKE 'a%'"};
    struct buf sql;
    sql = (struct buf){0};
    for (size_t i = 0; i < COUNT_OF(TERMS); i++)
        for (int n = 60; n <= 180; n += 60) {
            buf_put(&sql, STR("SELECT a FROM x WHERE "));
            put_tree(&sql, TERMS[i], i % 2 ? " OR " : " AND ", 0, n);
            query_within_bounds(*state, &sql);
        }
    buf_release(&sql);
}

/* SQLite compares conditions each with each, and reads no clock. So too many are refused, wherever
 * they are; texts, minus signs and lists of values do not count. */
static void operators(void **state)
{
    static const struct {
        const char *head, *item, *between;
        int most; /* items that fit */
    } SHAPES[] = {
        {"SELECT a FROM x WHERE ", "(a,b,c)=(b,c,%)", " AND ", 125},
        {"SELECT a FROM x WHERE ", "a>=%", " or ", 125},
        {"SELECT a FROM x WHERE ", "a BETWEEN % AND 9", " AND ", 83},
        {"SELECT a, ", "a||'x'", ",", 250},
    };
    struct buf sql;
    sql = (struct buf){0};
    for (size_t i = 0; i < COUNT_OF(SHAPES); i++)
        for (int more = 0; more <= 1; more++) {
            buf_put(&sql, str_from(SHAPES[i].head));
            put_list(&sql, SHAPES[i].item, SHAPES[i].between, SHAPES[i].most + more);
            if (i == 3)
                buf_put(&sql, STR(" FROM x"));
            bool refused = query_within_bounds(*state, &sql).outcome == QUERY_TOO_LARGE;
            if (refused != (more == 1))
                fail_msg("shape %zu of %d: %d", i, SHAPES[i].most + more, refused);
        }
    buf_put(&sql, STR("SELECT a \"=\", b `=`, c [=] /* = */ FROM x -- =\n WHERE a IN (-1"));
    put_list(&sql, ",-%,'a = b AND c = d'", "", 1500);
    buf_put(&sql, STR(")"));
    assert_int_equal(query_within_bounds(*state, &sql).outcome, QUERY_ROWS);
    buf_release(&sql);
}

/* The apparent beginning of a text hides nothing after it. */
static void operators_cannot_hide(void **state)
{
    static const char *const BEFORE[] = {"a \"'\"",   "a `'`",     "a ['], 'it''s'", "a /* ' */",
                                         "a -- '\n",  "a, $v(')",  "a, @v::w(\")",   "a, :v(`)",
                                         "a, $v(/*)", "a, #v(--)", "a, x'00'"};
    struct buf sql;
    sql = (struct buf){0};
    for (size_t i = 0; i < COUNT_OF(BEFORE); i++) {
        buf_printf(&sql, "SELECT %s FROM x WHERE ", BEFORE[i]);
        put_list(&sql, "a=%", " AND ", 126);
        struct query_result r = query_within_bounds(*state, &sql);
        if (r.outcome != QUERY_TOO_LARGE)
            fail_msg("%s: %d %.*s", BEFORE[i], r.outcome, STR_ARG(r.message));
    }
    buf_release(&sql);
}

static void put_join(struct buf *out, int tables)
{
    buf_put(out, STR("SELECT x0.a FROM x x0"));
    for (int i = 1; i < tables; i++)
        buf_printf(out, ", x x%d", i);
    buf_put(out, STR(" WHERE 1"));
    for (int i = 1; i < tables; i++)
        buf_printf(out, " AND x%d.a = x%d.b AND x%d.c = x%d.d", i, i - 1, i, i - 1);
}

/* Only the deadline bounds the search for an order of joins: the clock must be read all the time.
 * It was read once for each name of a column, and a few times more. */
static void the_clock_is_read_while_joins_are_planned(void **state)
{
    struct buf sql;
    sql = (struct buf){0};
    for (int tables = 20; tables <= 40; tables += 10) {
        put_join(&sql, tables);
        struct query_result r = query_within_bounds(*state, &sql);
        assert_int_equal(r.outcome, QUERY_ROWS);
        assert_true(r.work.compile_reads > 2 * 4 * (uint64_t)(tables - 1));
    }
    buf_release(&sql);
}

/* Columns that are computed from one another are computed wherever they are named. */
static void generated_columns(void **state)
{
    struct buf sql;
    sql = (struct buf){0};
    buf_printf(&sql, "SELECT g%d FROM g", last_generated());
    assert_int_equal(query_within_bounds(*state, &sql).outcome, QUERY_TOO_LARGE);
    buf_put(&sql, STR("SELECT g5 FROM g"));
    assert_int_equal(query_within_bounds(*state, &sql).outcome, QUERY_ROWS);
    buf_release(&sql);
}

static void assert_has_rows(struct ground *g, struct buf *sql)
{
    struct query_result r = query_within_bounds(g, sql);
    if (r.outcome != QUERY_ROWS)
        fail_msg("%.*s", STR_ARG(r.message));
}

/* Several times the most that people and systems write. */
static void honest_statements_have_room(void **state)
{
    struct buf sql;
    sql = (struct buf){0};
    buf_put(&sql, STR("SELECT a FROM t WHERE a IN (1"));
    put_repeated(&sql, ",12345", 6000);
    buf_put(&sql, STR(")"));
    assert_has_rows(*state, &sql);
    buf_put(&sql, STR("SELECT CASE a "));
    put_list(&sql, "WHEN % THEN 'number %'", " ", 300);
    buf_put(&sql, STR(" END FROM t"));
    assert_has_rows(*state, &sql);
    put_chain(&sql, "+1", "", 1);
    assert_has_rows(*state, &sql);
    buf_put(&sql, STR("SELECT a FROM t WHERE "));
    put_repeated(&sql, "a IN (SELECT a FROM t WHERE ", 10);
    buf_put(&sql, STR("1"));
    put_repeated(&sql, ")", 10);
    assert_has_rows(*state, &sql);
    buf_release(&sql);
}

/* Allocates a little on each of many levels of a kilobyte. */
static bool goes_down(struct compile_work *w, int levels)
{
    volatile char level[1000];
    level[0] = (char)levels;
    bool goes_on = compile_work_goes_on(w, 1000) && (levels == 0 || goes_down(w, levels - 1));
    return goes_on && level[0] == (char)levels;
}

static void go_down(void *context)
{
    struct compile_work *w = context;
    compile_work_begin(w, LONGEST);
    (void)goes_down(w, 500);
}

/* Until it is stopped: a sanitizer may keep the data of levels elsewhere, and they are small. */
static void go_far_down(void *context)
{
    struct compile_work *w = context;
    compile_work_begin(w, LONGEST);
    (void)goes_down(w, 5000);
}

/* A query of allowed size may still be too deep for a small stack. */
static void little_stack_is_a_bound(void **state)
{
    (void)state;
    struct compile_work w;
    assert_true(stack_run(1 << 20, go_far_down, &w));
    assert_int_equal(w.end, COMPILE_TOO_DEEP);
    assert_non_null(strstr(compile_work_problem(&w), "nest too deep for the stack"));
    assert_true(stack_run(16 << 20, go_down, &w));
    assert_int_equal(w.end, COMPILE_FITS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains),
        cmocka_unit_test(a_long_chain_is_refused),
        cmocka_unit_test(views_of_the_file),
        cmocka_unit_test(nested),
        cmocka_unit_test(lists),
        cmocka_unit_test(conditions),
        cmocka_unit_test(operators),
        cmocka_unit_test(operators_cannot_hide),
        cmocka_unit_test(the_clock_is_read_while_joins_are_planned),
        cmocka_unit_test(generated_columns),
        cmocka_unit_test(honest_statements_have_room),
        cmocka_unit_test(little_stack_is_a_bound),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
