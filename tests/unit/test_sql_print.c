/* test_sql_print.c: brackets, quotes and spelling of what is printed; precedence by value. */
#include "sql/equal.h"
#include "sql/operator.h"
#include "sql/parse.h"
#include "sql_check.h"
#include "sql_generate.h"
#include "sql_print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MAX_TEXT = 1 << 20 };

struct fixture {
    struct arena arena;
    struct buf out;
    sqlite3 *db;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->out = (struct buf){0};
    assert_int_equal(sqlite3_open(":memory:", &f->db), SQLITE_OK);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    sqlite3_close(f->db);
    buf_release(&f->out);
    arena_release(&f->arena);
    free(f);
    return 0;
}

static struct sql_stmt parse(struct fixture *f, struct str text)
{
    struct sql_stmt stmt;
    struct err e;
    if (sql_parse(&f->arena, text, &stmt, &e) != OK)
        fail_msg("%u:%u: %s\n%.*s", e.line, e.col, e.msg, STR_ARG(text));
    return stmt;
}

static const struct {
    const char *text, *printed; /* printed NULL: as it is */
} spellings[] = {
    {"select  A , b from T", "SELECT A, b FROM T"},
    {"SELECT a b, a AS b, a 'b', a AS \"b\", a [b], a `b` FROM t", NULL},
    {"SELECT \"a\"\"b\", `a``b`, [a b], 'a''b', '' FROM \"t\"", NULL},
    {"SELECT 0X1f, 1., .5e+3, x'AB', X'', ?, ?7, :a, @b, $c::d(e), #f", NULL},
    {"SELECT current_date, Null, CURRENT_TIMESTAMP", NULL},
    {"SELECT *, t.*, main.t.a, 't'.\"a\" FROM main.t", NULL},
    {"SELECT DISTINCT a FROM t UNION ALL SELECT ALL b FROM u", NULL},
    {"SELECT 1 UNION SELECT 2 INTERSECT VALUES (3), (4) EXCEPT SELECT 5", NULL},
    {"SELECT a FROM t x, u AS y", "SELECT a FROM t AS x, u AS y"},
    {"SELECT a FROM t JOIN u ON 1 LEFT JOIN v USING (a, b) NATURAL JOIN w", NULL},
    {"SELECT a FROM t left natural outer join u", "SELECT a FROM t NATURAL LEFT OUTER JOIN u"},
    {"SELECT a FROM t LEFT RIGHT JOIN u FULL JOIN v CROSS JOIN w INNER JOIN x", NULL},
    {"SELECT a FROM (t JOIN (u)) AS x, (SELECT 1) AS y, (VALUES (1))", NULL},
    {"SELECT a FROM f(), main.g(1, 2) AS h", NULL},
    {"SELECT a FROM t INDEXED BY i JOIN u AS x NOT INDEXED", NULL},
    {"SELECT a FROM t WHERE b GROUP BY c, d HAVING e ORDER BY f LIMIT 1 OFFSET 2", NULL},
    {"SELECT a FROM t ORDER BY a ASC, b DESC, c NULLS FIRST, d DESC NULLS LAST LIMIT 1, 2", NULL},
    {"WITH a AS (SELECT 1), b(x, y) AS MATERIALIZED (SELECT 1, 2) SELECT 3", NULL},
    {"WITH RECURSIVE a AS NOT MATERIALIZED (VALUES (1)) SELECT 3", NULL},
    {"SELECT count(*), count(DISTINCT a), sum(ALL b), f(), g(1, 2)", NULL},
    {"SELECT count(*) FILTER (WHERE a) OVER w, sum(a) OVER () FROM t WINDOW w AS (), x AS (w)",
     NULL},
    {"SELECT f() OVER (w PARTITION BY a, b ORDER BY c ROWS 1 PRECEDING EXCLUDE TIES)", NULL},
    {"SELECT f() OVER (RANGE BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING EXCLUDE NO OTHERS)", NULL},
    {"SELECT f() OVER (GROUPS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING EXCLUDE GROUP)", NULL},
    {"SELECT f() OVER (ROWS (current) PRECEDING EXCLUDE CURRENT ROW)", NULL},
    {"SELECT f() OVER (ROWS 1 + 1 PRECEDING)", "SELECT f() OVER (ROWS (1 + 1) PRECEDING)"},
    {"SELECT CASE a WHEN 1 THEN 2 WHEN 3 THEN 4 ELSE 5 END, CASE WHEN a THEN b END", NULL},
    {"SELECT (CASE WHEN 1 THEN window END) AS a", "SELECT CASE WHEN 1 THEN (window) END AS a"},
    {"SELECT CAST(a AS), CAST(b AS varying  'char'(10, -2))",
     "SELECT CAST(a AS ), CAST(b AS varying  'char'(10, -2))"},
    {"SELECT EXISTS (SELECT 1), NOT EXISTS (SELECT 1), (SELECT 1), ((SELECT 1))",
     "SELECT EXISTS (SELECT 1), NOT EXISTS (SELECT 1), (SELECT 1), (SELECT 1)"},
    {"SELECT a IN (), a NOT IN (1, 2), a IN (SELECT 1), a IN t, a IN main.t, a IN f(1)", NULL},
    {"SELECT (a, b) IN (VALUES (1, 2)), (a, b) = (1, 2)", NULL},
    {"SELECT a LIKE b, a NOT GLOB b, a MATCH b ESCAPE c, a REGEXP b", NULL},
    {"SELECT a BETWEEN 1 AND 2 AND b NOT BETWEEN 3 AND 4", NULL},
    {"SELECT a ISNULL, a NOTNULL, a NOT NULL, a IS NULL, a IS NOT NULL",
     "SELECT a ISNULL, a NOTNULL, a NOTNULL, a IS NULL, a IS NOT NULL"},
    {"SELECT a IS DISTINCT FROM b, a IS NOT DISTINCT FROM b", "SELECT a IS NOT b, a IS b"},
    {"SELECT a == b, a <> b, a -> b ->> c, a COLLATE nocase",
     "SELECT a = b, a != b, a -> b ->> c, a COLLATE nocase"},
    {"SELECT (((a))), (a + b) + c, a + (b + c), (a * b) + c, a * (b + c)",
     "SELECT a, a + b + c, a + (b + c), a * b + c, a * (b + c)"},
    {"SELECT (a OR b) AND c, a OR (b AND c), NOT (a = b), (NOT a) = b, NOT (a AND b)",
     "SELECT (a OR b) AND c, a OR b AND c, NOT a = b, (NOT a) = b, NOT (a AND b)"},
    {"SELECT - - a, -(-a), -(+a), ~-a, - (a + b), (-a) + b, -(a COLLATE x), (-a) COLLATE x",
     "SELECT - -a, - -a, -+a, ~-a, -(a + b), -a + b, -(a COLLATE x), -a COLLATE x"},
    {"SELECT a BETWEEN (b = c) AND (d OR e), 2 * NOT a",
     "SELECT a BETWEEN (b = c) AND (d OR e), 2 * (NOT a)"},
    {"SELECT left, a AS left, \"select\", rank, replace(a, b, c) FROM first AS key", NULL},
    {"-- c\nSELECT /* x */ a -- y\n, b;;", "SELECT a, b"},
};

static void test_spelling(void **state)
{
    struct fixture *f = *state;
    for (size_t i = 0; i < COUNT_OF(spellings); i++) {
        const char *wanted = spellings[i].printed ? spellings[i].printed : spellings[i].text;
        struct sql_stmt stmt = parse(f, str_from(spellings[i].text));
        const char *problem = check_round_trip(&f->arena, &stmt, &f->out);
        if (problem)
            fail_msg("%s\n%s", problem, spellings[i].text);
        if (!str_eq(buf_str(&f->out), str_from(wanted)))
            fail_msg("%s\n%.*s", wanted, STR_ARG(buf_str(&f->out)));
    }
}

/* No two of them are equal. */
static const char *const variants[] = {
    "SELECT a",
    "SELECT \"a\"",
    "SELECT A",
    "SELECT t.a",
    "SELECT s.t.a",
    "SELECT a b",
    "SELECT a AS b",
    "SELECT DISTINCT a",
    "SELECT ALL a",
    "SELECT *",
    "SELECT t.*",
    "SELECT 1",
    "SELECT 01",
    "SELECT '1'",
    "SELECT x'31'",
    "SELECT ?1",
    "SELECT :a",
    "SELECT -a",
    "SELECT +a",
    "SELECT a + b",
    "SELECT a - b",
    "SELECT b + a",
    "SELECT a, b",
    "SELECT (a, b)",
    "SELECT a IN (b)",
    "SELECT a NOT IN (b)",
    "SELECT a IN b",
    "SELECT a IN b()",
    "SELECT a IN s.b",
    "SELECT a IN (SELECT b)",
    "SELECT a IN ()",
    "SELECT a LIKE b",
    "SELECT a NOT LIKE b",
    "SELECT a GLOB b",
    "SELECT a LIKE b ESCAPE c",
    "SELECT a BETWEEN b AND c",
    "SELECT a NOT BETWEEN b AND c",
    "SELECT CASE WHEN a THEN b END",
    "SELECT CASE a WHEN a THEN b END",
    "SELECT CASE WHEN a THEN b ELSE c END",
    "SELECT CASE WHEN a THEN b WHEN a THEN b END",
    "SELECT CAST(a AS b)",
    "SELECT CAST(a AS c)",
    "SELECT a COLLATE b",
    "SELECT a COLLATE c",
    "SELECT f(a)",
    "SELECT f(DISTINCT a)",
    "SELECT f(ALL a)",
    "SELECT f(*)",
    "SELECT f()",
    "SELECT g(a)",
    "SELECT f(a) FILTER (WHERE b)",
    "SELECT f(a) OVER b",
    "SELECT f(a) OVER (b)",
    "SELECT f(a) OVER ()",
    "SELECT f(a) OVER (PARTITION BY b)",
    "SELECT f(a) OVER (ORDER BY b)",
    "SELECT f(a) OVER (ROWS 1 PRECEDING)",
    "SELECT f(a) OVER (RANGE 1 PRECEDING)",
    "SELECT f(a) OVER (ROWS 2 PRECEDING)",
    "SELECT f(a) OVER (ROWS CURRENT ROW)",
    "SELECT f(a) OVER (ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)",
    "SELECT f(a) OVER (ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING)",
    "SELECT f(a) OVER (ROWS 1 PRECEDING EXCLUDE TIES)",
    "SELECT EXISTS (SELECT a)",
    "SELECT (SELECT a)",
    "SELECT (SELECT b)",
    "SELECT a FROM t",
    "SELECT a FROM u",
    "SELECT a FROM s.t",
    "SELECT a FROM t b",
    "SELECT a FROM (t)",
    "SELECT a FROM t()",
    "SELECT a FROM t(1)",
    "SELECT a FROM (SELECT b)",
    "SELECT a FROM t INDEXED BY i",
    "SELECT a FROM t INDEXED BY j",
    "SELECT a FROM t NOT INDEXED",
    "SELECT a FROM t, u",
    "SELECT a FROM t JOIN u",
    "SELECT a FROM t LEFT JOIN u",
    "SELECT a FROM t LEFT OUTER JOIN u",
    "SELECT a FROM t JOIN u ON b",
    "SELECT a FROM t JOIN u USING (b)",
    "SELECT a FROM t JOIN u USING (c)",
    "SELECT a FROM t JOIN u USING (b, c)",
    "SELECT a FROM (t, u)",
    "SELECT a WHERE b",
    "SELECT a GROUP BY b",
    "SELECT a GROUP BY b, c",
    "SELECT a HAVING b",
    "SELECT a WINDOW w AS ()",
    "SELECT a WINDOW v AS ()",
    "SELECT a ORDER BY b",
    "SELECT a ORDER BY b ASC",
    "SELECT a ORDER BY b DESC",
    "SELECT a ORDER BY b NULLS LAST",
    "SELECT a ORDER BY b, c",
    "SELECT a LIMIT b",
    "SELECT a LIMIT b OFFSET c",
    "SELECT a LIMIT c, b",
    "SELECT a UNION SELECT b",
    "SELECT a UNION ALL SELECT b",
    "SELECT a EXCEPT SELECT b",
    "VALUES (a)",
    "VALUES (a, b)",
    "VALUES (a), (b)",
    "WITH x AS (SELECT a) SELECT b",
    "WITH x(c) AS (SELECT a) SELECT b",
    "WITH x(d) AS (SELECT a) SELECT b",
    "WITH RECURSIVE x AS (SELECT a) SELECT b",
    "WITH x AS MATERIALIZED (SELECT a) SELECT b",
    "WITH y AS (SELECT a) SELECT b",
    "WITH x AS (SELECT c) SELECT b",
};

/* Every difference counts, and nothing else does. */
static void test_equality(void **state)
{
    enum { N = COUNT_OF(variants) };
    struct fixture *f = *state;
    struct sql_stmt stmts[N];
    for (size_t i = 0; i < N; i++)
        stmts[i] = parse(f, str_from(variants[i]));
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < N; j++) {
            if (sql_tree_equal(stmts[i].query, stmts[j].query) != (i == j))
                fail_msg("%s\n%s", variants[i], variants[j]);
        }
        struct sql_stmt again = parse(f, str_from(variants[i]));
        assert_true(sql_tree_equal(stmts[i].query, again.query));
    }
    assert_true(sql_tree_equal(NULL, NULL));
    assert_false(sql_tree_equal(stmts[0].query, NULL));
}

static void print_bracketed(struct buf *out, const struct sql_expr *x);

static void print_part(struct buf *out, const char *before, const struct sql_expr *x)
{
    buf_put(out, str_from(before));
    print_bracketed(out, x);
}

static void print_in(struct buf *out, const struct sql_expr *x)
{
    print_bracketed(out, x->as.in.subject);
    buf_put(out, x->as.in.negated ? STR(" NOT IN (") : STR(" IN ("));
    for (uint32_t i = 0; i < x->as.in.list.count; i++)
        print_part(out, i ? ", " : "", x->as.in.list.items[i]);
    buf_putc(out, ')');
}

static void print_content(struct buf *out, const struct sql_expr *x)
{
    switch (x->kind) {
    case SQL_EXPR_LITERAL:
        buf_put(out, x->as.literal.text);
        break;
    case SQL_EXPR_UNARY:
        if (x->as.unary.op == SQL_ISNULL || x->as.unary.op == SQL_NOTNULL) {
            print_bracketed(out, x->as.unary.operand);
            buf_putc(out, ' ');
            buf_put(out, sql_operator(x->as.unary.op)->text);
        } else {
            buf_put(out, sql_operator(x->as.unary.op)->text);
            print_part(out, " ", x->as.unary.operand);
        }
        break;
    case SQL_EXPR_BINARY:
        print_bracketed(out, x->as.binary.left);
        buf_putc(out, ' ');
        buf_put(out, sql_operator(x->as.binary.op)->text);
        print_part(out, " ", x->as.binary.right);
        break;
    case SQL_EXPR_PATTERN:
        print_bracketed(out, x->as.pattern.subject);
        buf_put(out, x->as.pattern.negated ? STR(" NOT ") : STR(" "));
        buf_put(out, sql_operator(x->as.pattern.op)->text);
        print_part(out, " ", x->as.pattern.pattern);
        if (x->as.pattern.escape)
            print_part(out, " ESCAPE ", x->as.pattern.escape);
        break;
    case SQL_EXPR_BETWEEN:
        print_bracketed(out, x->as.between.subject);
        print_part(out, x->as.between.negated ? " NOT BETWEEN " : " BETWEEN ", x->as.between.low);
        print_part(out, " AND ", x->as.between.high);
        break;
    case SQL_EXPR_IN:
        print_in(out, x);
        break;
    case SQL_EXPR_COLLATE:
        print_bracketed(out, x->as.collate.operand);
        buf_put(out, STR(" COLLATE nocase"));
        break;
    default:
        fail_msg("an expression of kind %d", (int)x->kind);
    }
}

/* Every operand in brackets, so that precedence cannot change the tree. */
static void print_bracketed(struct buf *out, const struct sql_expr *x)
{
    buf_putc(out, '(');
    print_content(out, x);
    buf_putc(out, ')');
}

/* The one value of a query as text, in the arena; SQLite's message if it has no value. */
static struct str value_of(struct fixture *f, struct str text)
{
    sqlite3_stmt *stmt = NULL;
    const char *value = NULL;
    bool ok = sqlite3_prepare_v2(f->db, text.ptr, (int)text.len, &stmt, NULL) == SQLITE_OK &&
              sqlite3_step(stmt) == SQLITE_ROW;
    if (ok)
        value = (const char *)sqlite3_column_text(stmt, 0);
    struct str result = arena_str(&f->arena, str_from(value ? value : sqlite3_errmsg(f->db)));
    sqlite3_finalize(stmt);
    return result;
}

/* If operators were read with another precedence than SQLite's, the brackets would change the
 * value of some of the expressions. */
static void test_precedence(void **state)
{
    struct fixture *f = *state;
    static struct generator g;
    struct buf text;
    uint32_t compared = 0;
    text = (struct buf){0};
    g.state = 99;
    for (int i = 0; i < 40000; i++) {
        struct sql_stmt stmt;
        struct err e;
        arena_clear(&f->arena);
        generate_expression(&g);
        generate_text(&g, &text);
        struct str query = arena_printf(&f->arena, "SELECT %.*s", STR_ARG(buf_str(&text)));
        if (sql_parse(&f->arena, query, &stmt, &e) != OK)
            continue;
        buf_clear(&f->out);
        print_part(&f->out, "SELECT ", stmt.query->cores[0].results[0].expr);
        struct str bracketed = arena_str(&f->arena, buf_str(&f->out));
        if (!str_eq(value_of(f, query), value_of(f, bracketed)))
            fail_msg("%.*s\n%.*s", STR_ARG(query), STR_ARG(bracketed));
        compared++;
    }
    buf_release(&text);
    print_message("%u expressions\n", compared);
    assert_true(compared > 20000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_spelling, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_equality, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_precedence, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
