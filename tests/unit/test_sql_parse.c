/* test_sql_parse.c: places and texts of errors, limits, names, spans and references. */
#include "sql/parse.h"
#include "sql/walk.h"
#include "sql_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MAX_TEXT = 1 << 24 };

struct fixture {
    struct arena arena;
    struct buf text, out;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->text = (struct buf){0};
    f->out = (struct buf){0};
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    buf_release(&f->text);
    buf_release(&f->out);
    arena_release(&f->arena);
    free(f);
    return 0;
}

static struct sql_stmt parse(struct fixture *f, const char *text)
{
    struct sql_stmt stmt;
    struct err e;
    if (sql_parse(&f->arena, str_from(text), &stmt, &e) != OK)
        fail_msg("%u:%u: %s\n%s", e.line, e.col, e.msg, text);
    return stmt;
}

static const struct {
    const char *text, *error;
} errors[] = {
    {"", "1:1: unexpected end of input"},
    {" ;; -- nothing", "1:15: unexpected end of input"},
    {"SELECT", "1:7: unexpected end of input"},
    {"SELECT a FROM", "1:14: unexpected end of input"},
    {"SELECT a,\n  FROM t", "2:3: syntax error near 'FROM'"},
    {"SELECT a FROM t WHERE\n\n )", "3:2: syntax error near ')'"},
    {"SELECT '\xC3\xA9\xC3\xA9', (", "1:15: unexpected end of input"},
    {"SELECT 'abc", "1:8: unterminated string near ''abc'"},
    {"SELECT \"abc", "1:8: unterminated string near '\"abc'"},
    {"SELECT [abc", "1:8: unterminated string near '[abc'"},
    {"SELECT x'12", "1:8: unterminated string near 'x'12'"},
    {"SELECT x'123'", "1:8: unrecognized token near 'x'123''"},
    {"SELECT 12ab", "1:8: unrecognized token near '12ab'"},
    {"SELECT a ! b", "1:10: unrecognized token near '!'"},
    {"SELECT {a}", "1:8: unrecognized token near '{'"},
    {"SELECT $", "1:8: unrecognized token near '$'"},
    {"SELECT a\vb", "1:9: unrecognized token near '?'"},
    {"SELECT 'aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeee",
     "1:8: unterminated string near ''aaaaaaaaaabbbbbbbbbbccccccccccddddddddd...'"},
    {"SELECT 1; SELECT 2", "1:11: syntax error near 'SELECT'"},
    {"DELETE FROM t", "1:1: syntax error near 'DELETE'"},
    {"EXPLAIN SELECT 1", "1:1: syntax error near 'EXPLAIN'"},
    {"SELECT left(1)", "1:12: syntax error near '('"},
    {"SELECT a FROM t LEFT INNER JOIN u", "1:28: unknown kind of join near 'JOIN'"},
    {"SELECT a FROM t OUTER JOIN u", "1:23: unknown kind of join near 'JOIN'"},
    {"SELECT a FROM t ON b", "1:17: nothing is joined here near 'ON'"},
    {"SELECT 1 LIMIT 1 UNION SELECT 2",
     "1:24: ORDER BY or LIMIT before the last SELECT near 'SELECT'"},
    {"VALUES (1) ORDER BY 1", "1:12: syntax error near 'ORDER'"},
    {"SELECT a FROM t WHERE a BETWEEN 1 OR 2 AND 3", "1:35: syntax error near 'OR'"},
};

static void check_error(struct fixture *f, struct str text, enum status code, const char *wanted)
{
    struct sql_stmt stmt;
    struct err e = {0};
    char message[300];
    assert_int_equal(sql_parse(&f->arena, text, &stmt, &e), code);
    err_format(&e, message, sizeof message);
    assert_string_equal(message, wanted);
}

static void test_errors(void **state)
{
    for (size_t i = 0; i < COUNT_OF(errors); i++)
        check_error(*state, str_from(errors[i].text), E_SYNTAX, errors[i].error);
}

/* A NUL byte is illegal everywhere, and does not hide anything after it. */
static void test_nul(void **state)
{
    static const struct str texts[] = {
        STR_INIT("SELECT 1\0"),
        STR_INIT("SELECT \0 1"),
        STR_INIT("SELECT 'a\0b'"),
        STR_INIT("SELECT 1 -- a\0b"),
        STR_INIT("SELECT /* \0 */ 1"),
        STR_INIT("SELECT 1;\0"),
        STR_INIT("\0"),
        STR_INIT("SELECT x'\0'"),
        STR_INIT("SELECT [\0]"),
        STR_INIT("SELECT a\0b"),
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct sql_stmt stmt;
        struct err e;
        assert_int_equal(sql_parse(&f->arena, texts[i], &stmt, &e), E_SYNTAX);
    }
}

/* `head`, then `n` times `unit`, then `middle`, then `n` times `close`, then `tail`. */
static struct str repeat(struct fixture *f, const char *head, const char *unit, const char *middle,
                         const char *close, uint32_t n)
{
    buf_clear(&f->text);
    buf_put(&f->text, str_from(head));
    for (uint32_t i = 0; i < n; i++)
        buf_put(&f->text, str_from(unit));
    buf_put(&f->text, str_from(middle));
    for (uint32_t i = 0; i < n; i++)
        buf_put(&f->text, str_from(close));
    return buf_str(&f->text);
}

static const struct {
    const char *head, *unit, *middle, *close;
} nests[] = {
    {"SELECT ", "(", "1", ")"},
    {"SELECT ", "- ", "1", ""},
    {"SELECT ", "NOT ", "1", ""},
    {"SELECT ", "f(", "1", ")"},
    {"SELECT ", "(SELECT ", "1", ")"},
    {"SELECT ", "EXISTS (SELECT ", "1", ")"},
    {"SELECT ", "1 IN (SELECT ", "1", ")"},
    {"SELECT ", "1 IN (", "1", ")"},
    {"SELECT ", "CASE WHEN ", "1", " THEN 2 END"},
    {"SELECT ", "CAST(", "1", " AS int)"},
    {"SELECT ", "1 BETWEEN (", "1", ") AND 3"},
    {"SELECT ", "1 LIKE 2 ESCAPE (", "1", ")"},
    {"SELECT ", "f() FILTER (WHERE ", "1", ")"},
    {"SELECT ", "f() OVER (ORDER BY ", "1", ")"},
    {"SELECT * FROM ", "(", "t", ")"},
    {"SELECT * FROM ", "(SELECT * FROM ", "t", ")"},
    {"SELECT * FROM ", "t JOIN (", "t", ") ON 1"},
    {"SELECT * FROM ", "f((SELECT * FROM ", "t", "))"},
    {"", "WITH x AS (", "SELECT 1", ") SELECT 2"},
    {"", "VALUES ((", "VALUES (1)", "))"},
    {"SELECT 1 LIMIT ", "(SELECT 1 LIMIT ", "1", ")"},
};

/* However deep the nesting, the parser stops in time; just below the limit everything works. */
static void test_nesting(void **state)
{
    struct fixture *f = *state;
    for (size_t i = 0; i < COUNT_OF(nests); i++) {
        struct sql_stmt stmt;
        struct err e;
        arena_clear(&f->arena);
        struct str text = repeat(f, nests[i].head, nests[i].unit, nests[i].middle, nests[i].close,
                                 SQL_MAX_DEPTH / 2 - 2);
        if (sql_parse(&f->arena, text, &stmt, &e) != OK)
            fail_msg("%u:%u: %s\n%.*s", e.line, e.col, e.msg, STR_ARG(text));
        assert_null(check_round_trip(&f->arena, &stmt, &f->out));
        assert_null(check_walk(&f->arena, &stmt));
        text = repeat(f, nests[i].head, nests[i].unit, nests[i].middle, nests[i].close, 100000);
        assert_int_equal(sql_parse(&f->arena, text, &stmt, &e), E_LIMIT);
        assert_non_null(strstr(e.msg, "nesting deeper than 200 near "));
    }
}

static const char *const chains[] = {
    " OR 1",
    " AND 1",
    " = 1",
    " + 1",
    " || 1",
    " -> 1",
    " LIKE 1",
    " IN (1)",
    " IN t",
    " ISNULL",
    " NOT NULL",
    " IS 1",
    " COLLATE x",
    " BETWEEN 1 AND 2",
    " NOT LIKE 1 ESCAPE 2",
};

/* A chain may be as long as SQLite allows, and no longer. */
static void test_chains(void **state)
{
    struct fixture *f = *state;
    for (size_t i = 0; i < COUNT_OF(chains); i++) {
        struct sql_stmt stmt;
        struct err e;
        arena_clear(&f->arena);
        struct str text = repeat(f, "SELECT 1", chains[i], "", "", SQL_MAX_HEIGHT - 1);
        assert_int_equal(sql_parse(&f->arena, text, &stmt, &e), OK);
        assert_null(check_round_trip(&f->arena, &stmt, &f->out));
        assert_null(check_walk(&f->arena, &stmt));
        text = repeat(f, "SELECT 1", chains[i], "", "", SQL_MAX_HEIGHT);
        assert_int_equal(sql_parse(&f->arena, text, &stmt, &e), E_LIMIT);
        text = repeat(f, "SELECT 1", chains[i], "", "", 100000);
        assert_int_equal(sql_parse(&f->arena, text, &stmt, &e), E_LIMIT);
        assert_non_null(strstr(e.msg, "expression higher than 1000"));
    }
}

/* Chains within chains: heights add up along a way, not side by side. */
static void test_height(void **state)
{
    struct fixture *f = *state;
    struct sql_stmt stmt;
    struct err e;
    struct str half = arena_str(&f->arena, repeat(f, "1", " OR 1", "", "", 600));
    struct str within =
        arena_printf(&f->arena, "SELECT (SELECT %.*s)%.*s", STR_ARG(half), STR_ARG(half));
    struct str nested =
        arena_printf(&f->arena, "SELECT (SELECT %.*s) + %.*s", STR_ARG(half), STR_ARG(half));
    struct str beside = arena_printf(&f->arena, "SELECT %.*s, %.*s WHERE %.*s", STR_ARG(half),
                                     STR_ARG(half), STR_ARG(half));
    assert_int_equal(sql_parse(&f->arena, within, &stmt, &e), E_SYNTAX);
    assert_int_equal(sql_parse(&f->arena, nested, &stmt, &e), E_LIMIT);
    assert_int_equal(sql_parse(&f->arena, beside, &stmt, &e), OK);
}

/* What is long but not high has no limit. */
static void test_long(void **state)
{
    static const struct {
        const char *head, *unit;
    } texts[] = {
        {"SELECT 1", ", a"},
        {"SELECT 1 IN (1", ", 1"},
        {"SELECT 1 FROM t", ", t"},
        {"VALUES (1)", ", (1)"},
        {"SELECT 1", " UNION SELECT 1"},
        {"SELECT 1", ";"},
        {"SELECT 1", " /**/"},
        {"SELECT 1 FROM t", " JOIN t"},
        {"SELECT CASE 1", " WHEN 1 THEN 2"},
        {"SELECT window", " window"},
    };
    static const char *const tails[] = {"", ")", "", "", "", "", "", "", " END", ""};
    struct fixture *f = *state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct sql_stmt stmt;
        struct err e;
        arena_clear(&f->arena);
        struct str text = repeat(f, texts[i].head, texts[i].unit, tails[i], "", 100000);
        bool words = i + 1 == COUNT_OF(texts);
        assert_int_equal(sql_parse(&f->arena, text, &stmt, &e), words ? E_SYNTAX : OK);
        if (!words)
            assert_null(check_round_trip(&f->arena, &stmt, &f->out));
    }
}

static void check_name(struct sql_name name, const char *text, char quote)
{
    assert_true(str_eq(name.text, str_from(text)));
    assert_int_equal(name.quote, quote);
}

static void test_names(void **state)
{
    struct sql_stmt stmt =
        parse(*state, "SELECT \"a\"\"b\".`c``d`, [e].f 'g''h', \"\" FROM 't' [u v]");
    const struct sql_core *c = &stmt.query->cores[0];
    check_name(c->results[0].expr->as.column.table, "a\"b", '"');
    check_name(c->results[0].expr->as.column.name, "c`d", '`');
    check_name(c->results[1].expr->as.column.table, "e", '[');
    check_name(c->results[1].expr->as.column.name, "f", 0);
    check_name(c->results[1].alias, "g'h", '\'');
    check_name(c->results[2].expr->as.column.name, "", '"');
    assert_non_null(c->results[2].expr->as.column.name.text.ptr);
    assert_null(c->results[2].alias.text.ptr);
    check_name(c->from[0].table, "t", '\'');
    check_name(c->from[0].alias, "u v", '[');
    assert_null(c->from[0].schema.text.ptr);
}

static void check_span(const struct sql_stmt *stmt, struct sql_span span, const char *text)
{
    struct str found = str_slice(stmt->text, span.start, span.end);
    if (!str_eq(found, str_from(text)))
        fail_msg("'%.*s' is not '%s'", STR_ARG(found), text);
}

static void test_spans(void **state)
{
    struct sql_stmt stmt = parse(
        *state, " WITH x(i) AS (SELECT 1) SELECT ( a + \"b\" ) * f(c) OVER (w) AS d FROM s.t AS u "
                "JOIN v USING (i) WINDOW w AS (ORDER BY e) UNION VALUES (1), (2) ; ");
    const struct sql_query *q = stmt.query;
    const struct sql_core *c = &q->cores[0];
    const struct sql_expr *product = c->results[0].expr;
    const struct sql_expr *sum = product->as.binary.left;
    check_span(&stmt, q->ctes[0].span, "x(i) AS (SELECT 1)");
    check_span(&stmt, q->ctes[0].columns[0].span, "i");
    check_span(&stmt, q->ctes[0].query->span, "SELECT 1");
    check_span(&stmt, c->results[0].span, "( a + \"b\" ) * f(c) OVER (w) AS d");
    check_span(&stmt, product->span, "( a + \"b\" ) * f(c) OVER (w)");
    check_span(&stmt, sum->span, "a + \"b\"");
    check_span(&stmt, sum->as.binary.right->as.column.name.span, "\"b\"");
    check_span(&stmt, product->as.binary.right->as.call.over->span, "(w)");
    check_span(&stmt, c->from[0].span, "s.t AS u");
    check_span(&stmt, c->from[0].table.span, "t");
    check_span(&stmt, c->from[1].span, "v USING (i)");
    check_span(&stmt, c->windows[0].span, "w AS (ORDER BY e)");
    check_span(&stmt, q->cores[1].span, "VALUES (1), (2)");
    assert_int_equal(q->span.start, 1);
}

static void test_references(void **state)
{
    struct fixture *f = *state;
    struct sql_stmt stmt =
        parse(f, "WITH x AS (SELECT a FROM t) SELECT b, (SELECT c) FROM t JOIN u ON d = e WHERE f "
                 "GROUP BY g HAVING h ORDER BY i LIMIT (SELECT j), (SELECT k)");
    assert_int_equal(stmt.n_refs, 11);
    assert_null(check_walk(&f->arena, &stmt));
}

struct visit {
    uint32_t queries, cores, froms, exprs;
    bool enter;
};

static bool visit_query(void *ctx, const struct sql_query *q)
{
    (void)q;
    ((struct visit *)ctx)->queries++;
    return true;
}

static bool visit_core(void *ctx, const struct sql_core *c)
{
    (void)c;
    ((struct visit *)ctx)->cores++;
    return true;
}

static bool visit_from(void *ctx, const struct sql_from *f)
{
    (void)f;
    ((struct visit *)ctx)->froms++;
    return ((struct visit *)ctx)->enter;
}

static bool visit_expr(void *ctx, const struct sql_expr *x)
{
    (void)x;
    ((struct visit *)ctx)->exprs++;
    return ((struct visit *)ctx)->enter;
}

/* If a callback returns false, the walk does not go below the node. */
static void test_walk(void **state)
{
    struct sql_stmt stmt =
        parse(*state, "SELECT a + b, (SELECT 1 FROM t) FROM (SELECT c FROM u) JOIN v ON d IN w");
    struct visit all = {.enter = true}, top = {.enter = false};
    struct sql_walker w = {
        .query = visit_query, .core = visit_core, .from = visit_from, .expr = visit_expr};
    w.ctx = &all;
    sql_walk_query(&w, stmt.query);
    w.ctx = &top;
    sql_walk_query(&w, stmt.query);
    assert_int_equal(all.queries, 3);
    assert_int_equal(all.cores, 3);
    assert_int_equal(all.froms, 5);
    assert_int_equal(all.exprs, 8);
    assert_int_equal(top.queries, 1);
    assert_int_equal(top.froms, 2);
    assert_int_equal(top.exprs, 2);
    sql_walk_query(&(struct sql_walker){0}, stmt.query);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_errors, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_nul, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_nesting, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_chains, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_height, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_long, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_spans, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_references, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_walk, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
