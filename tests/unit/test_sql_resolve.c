/* test_sql_resolve.c: the rules by which names are bound, one by one. Each case is also given to
 * SQLite, so that no expectation is wrong. */
#include "base/json_writer.h"
#include "sql/builtins.h"
#include "sql/parse.h"
#include "sql/sql_json.h"
#include "sql_names.h"
#include "sql_oracle.h"
#include "sqlite_version.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MAX_TEXT = 1 << 24 };

struct fixture {
    struct arena arena;
    struct schema schema;
    sqlite3 *db;
    struct oracle oracle;
    struct buf text;
    struct sql_stmt stmt;
    struct sql_resolution answer;
    struct err err;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    f->db = oracle_database(&f->arena, names_schema, &f->schema);
    oracle_init(&f->oracle, f->db, &f->schema);
    f->text = (struct buf){0};
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    oracle_release(&f->oracle);
    sqlite3_close(f->db);
    buf_release(&f->text);
    arena_release(&f->arena);
    free(f);
    return 0;
}

static enum status resolve(struct fixture *f, struct str text)
{
    enum status status = sql_parse(&f->arena, text, &f->stmt, &f->err);
    return status ? status : sql_resolve(&f->arena, &f->schema, &f->stmt, &f->answer, &f->err);
}

static void must_agree(struct fixture *f, const char *sql)
{
    const char *problem = oracle_compare(&f->oracle, str_from(sql));
    if (problem)
        fail_msg("%s\n%s", problem, sql);
}

/* "t.a", "rowid t", "derived 0 t.a", "alias 1", "string" … */
static void describe(struct fixture *f, const struct sql_binding *b)
{
    static const char *const KINDS[] = {
        [SQL_BOUND_NOTHING] = "nothing", [SQL_BOUND_COLUMN] = "",
        [SQL_BOUND_ROWID] = "rowid ",    [SQL_BOUND_DERIVED] = "derived ",
        [SQL_BOUND_ALIAS] = "alias ",    [SQL_BOUND_STRING] = "string",
        [SQL_BOUND_TRUE_FALSE] = "true",
    };
    if (f->text.len > 0)
        buf_put(&f->text, STR(", "));
    buf_put(&f->text, str_from(KINDS[b->kind]));
    if (b->kind == SQL_BOUND_DERIVED || b->kind == SQL_BOUND_ALIAS)
        buf_printf(&f->text, "%u ", b->position);
    if (b->kind == SQL_BOUND_NOTHING || b->kind == SQL_BOUND_STRING || b->table == SCHEMA_NONE)
        return;
    buf_put(&f->text, f->schema.tables[b->table].name);
    if (b->column != SCHEMA_NONE && b->column != SCHEMA_STAR)
        buf_printf(&f->text, ".%.*s", STR_ARG(f->schema.columns[b->column].name));
}

static const char *const BINDINGS[][2] = {
    /* tables and their aliases */
    {"SELECT a, T.B, main.t.c FROM t", "t.a, t.b, t.c"},
    {"SELECT x.a FROM t AS x", "t.a"},
    {"SELECT 't'.\"a\", [b], `c` FROM 't'", "t.a, t.b, t.c"},
    {"SELECT t.a, u.a, d FROM t, u", "t.a, u.a, u.d"},
    /* strings and constants */
    {"SELECT \"a\", \"nosuch\", true, \"true\" FROM t", "t.a, string, true, string"},
    /* the rowid */
    {"SELECT rowid, OID, t._rowid_ FROM t", "rowid t, rowid t, rowid t"},
    {"SELECT rowid, id FROM k", "rowid k.id, k.id"},
    /* correlation */
    {"SELECT (SELECT b FROM u WHERE u.a = t.a) FROM t", "t.b, u.a, t.a"},
    {"SELECT (SELECT a FROM u) FROM t", "u.a"},
    {"SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE d = c)", "t.a, u.d, t.c"},
    /* derived tables */
    {"SELECT x, y FROM (SELECT a AS x, b + 1 AS y FROM t)", "derived 0 t.a, derived 1 , t.a, t.b"},
    {"SELECT [count(*)] FROM (SELECT count(*) FROM t)", "derived 0 "},
    {"SELECT [a:1], s.a FROM (SELECT a, a FROM t) AS s", "derived 1 t.a, derived 0 t.a, t.a, t.a"},
    {"SELECT a FROM (SELECT * FROM t)", "derived 0 t.a"},
    {"SELECT column2 FROM (VALUES (1, 2))", "derived 1 "},
    {"SELECT b FROM (SELECT b FROM t UNION SELECT d FROM u)", "derived 0 , t.b, u.d"},
    /* CTEs */
    {"WITH x AS (SELECT a FROM t) SELECT a, x.a FROM x", "t.a, derived 0 t.a, derived 0 t.a"},
    {"WITH x(z) AS (SELECT a FROM t) SELECT z FROM x", "t.a, derived 0 t.a"},
    {"WITH t AS (SELECT d AS a FROM u) SELECT a FROM t", "u.d, derived 0 u.d"},
    {"WITH t AS (SELECT d AS a FROM u) SELECT b FROM main.t", "nothing, t.b"},
    {"WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
     "derived 0 , derived 0 "},
    {"WITH x AS (SELECT nosuch FROM nowhere) SELECT a FROM t", "nothing, t.a"},
    {"WITH x AS (SELECT t.b) SELECT (SELECT * FROM x) FROM t", "t.b"},
    /* joins */
    {"SELECT a FROM t JOIN u USING (a)", "t.a"},
    {"SELECT a FROM t RIGHT JOIN u USING (a)", "u.a"},
    {"SELECT a, d FROM t NATURAL JOIN u", "t.a, u.d"},
    {"SELECT t.b, d FROM v JOIN (t JOIN u USING (a)) ON v.b = t.b AND u.d = 1",
     NULL}, /* ambiguous: d */
    {"SELECT t.c, e FROM v JOIN (t JOIN u USING (a)) ON v.b = t.b", "t.c, u.e, v.b, t.b"},
    {"SELECT value FROM json_each('[]')", "derived 1 "},
    /* aliases of results */
    {"SELECT a + 1 AS x FROM t WHERE x > 1 GROUP BY x HAVING x < 5 ORDER BY x",
     "t.a, alias 0 , alias 0 , alias 0 , alias 0 "},
    {"SELECT b AS a FROM t WHERE a GROUP BY a ORDER BY a", "t.b, t.a, t.a, alias 0 t.b"},
    {"SELECT * FROM t ORDER BY c", "alias 2 t.c"},
    {"SELECT a FROM t ORDER BY t.b, 1", "t.a, t.b"},
    {"SELECT a FROM t UNION SELECT d FROM u ORDER BY d", "t.a, u.d, alias 0 u.d"},
    {"SELECT a + 1 FROM t UNION SELECT d FROM u ORDER BY (a + 1) COLLATE nocase", "t.a, u.d, t.a"},
    /* what SQLite drops unseen */
    {"SELECT a FROM t WHERE nosuch IN ()", "t.a, nothing"},
    {"SELECT a FROM t WHERE 0 AND nosuch", "t.a, nothing"},
    {"SELECT a FROM t JOIN u USING (a) WHERE nosuch IN ()", "t.a, nothing"},
    {"SELECT sum(a) OVER w FROM t WINDOW w AS (PARTITION BY b), x AS (ORDER BY nosuch)",
     "t.a, t.b, nothing"},
};

static void test_bindings(void **state)
{
    needs_sqlite_3_40();
    struct fixture *f = *state;
    for (size_t i = 0; i < COUNT_OF(BINDINGS); i++) {
        must_agree(f, BINDINGS[i][0]);
        if (resolve(f, str_from(BINDINGS[i][0])) != OK) {
            if (BINDINGS[i][1])
                fail_msg("%s\n%s", f->err.msg, BINDINGS[i][0]);
            continue;
        }
        buf_clear(&f->text);
        for (uint32_t k = 0; k < f->answer.n_bindings; k++)
            describe(f, &f->answer.bindings[k]);
        if (!BINDINGS[i][1] || !str_eq(buf_str(&f->text), str_from(BINDINGS[i][1])))
            fail_msg("%.*s\n%s", STR_ARG(buf_str(&f->text)), BINDINGS[i][0]);
    }
}

static const char *const READS[][2] = {
    {"SELECT 1", "{\"tables\":[],\"columns\":[]}"},
    {"SELECT count(*) FROM T", "{\"tables\":[\"t\"],\"columns\":[]}"},
    {"SELECT A FROM T", "{\"tables\":[\"t\"],\"columns\":[[\"t\",\"a\"]]}"},
    {"SELECT rowid FROM t", "{\"tables\":[\"t\"],\"columns\":[[\"t\",\"rowid\"]]}"},
    {"SELECT rowid FROM k", "{\"tables\":[\"k\"],\"columns\":[[\"k\",\"id\"]]}"},
    {"SELECT * FROM w", "{\"tables\":[\"w\"],\"columns\":[[\"w\",\"p\"],[\"w\",\"q\"]]}"},
    {"SELECT 1 FROM t JOIN u USING (a)",
     "{\"tables\":[\"t\",\"u\"],\"columns\":[[\"t\",\"a\"],[\"u\",\"a\"]]}"},
    {"SELECT 1 FROM t NATURAL JOIN w", "{\"tables\":[\"t\",\"w\"],\"columns\":[]}"},
    {"SELECT 1 WHERE EXISTS (SELECT * FROM w)",
     "{\"tables\":[\"w\"],\"columns\":[[\"w\",\"p\"],[\"w\",\"q\"]]}"},
    {"SELECT u.d FROM u, t ORDER BY 1", "{\"tables\":[\"t\",\"u\"],\"columns\":[[\"u\",\"d\"]]}"},
    {"SELECT 1 FROM t WHERE (1, 2) IN w",
     "{\"tables\":[\"t\",\"w\"],\"columns\":[[\"w\",\"p\"],[\"w\",\"q\"]]}"},
    {"WITH x AS (SELECT a FROM t) SELECT 1", "{\"tables\":[],\"columns\":[]}"},
    {"SELECT name FROM sqlite_master", "{\"tables\":[],\"columns\":[]}"},
};

static void test_reads(void **state)
{
    struct fixture *f = *state;
    for (size_t i = 0; i < COUNT_OF(READS); i++) {
        must_agree(f, READS[i][0]);
        assert_int_equal(resolve(f, str_from(READS[i][0])), OK);
        buf_clear(&f->text);
        struct json_writer w = json_writer_to(&f->text);
        sql_reads_json(&w, &f->schema, &f->answer);
        if (!str_eq(buf_str(&f->text), str_from(READS[i][1])))
            fail_msg("%.*s\n%s", STR_ARG(buf_str(&f->text)), READS[i][0]);
    }
}

/* Refused, in SQLite's own words. */
static const char *const REFUSALS[][2] = {
    {"SELECT a FROM nosuch", "no such table: nosuch"},
    {"SELECT a FROM temp.t", "no such table: temp.t"},
    {"SELECT x.* FROM t", "no such table: x"},
    {"SELECT *", "no tables specified"},
    {"SELECT a FROM t(1)", "'t' is not a function"},
    {"SELECT 1 FROM json_each(1, 2, 3)", "too many arguments on json_each() - max 2"},
    {"SELECT nosuch FROM t", "no such column: nosuch"},
    {"SELECT t.nosuch FROM t", "no such column: t.nosuch"},
    {"SELECT main.t.nosuch FROM t", "no such column: main.t.nosuch"},
    {"SELECT [nosuch] FROM t", "no such column: nosuch"},
    {"SELECT t.a FROM t AS x", "no such column: t.a"},
    {"SELECT rowid FROM t, u", "no such column: rowid"},
    {"SELECT a FROM t LIMIT a", "no such column: a"},
    {"SELECT (SELECT 1 FROM (SELECT t.a)) FROM u", "no such column: t.a"},
    {"SELECT a FROM t, u", "ambiguous column name: a"},
    {"SELECT * FROM t, t", "ambiguous column name: main.t.a"},
    {"SELECT 1 FROM t JOIN w USING (a)",
     "cannot join using column a - column not present in both tables"},
    {"SELECT 1 FROM t NATURAL JOIN u ON 1", "a NATURAL join may not have an ON or USING clause"},
    {"SELECT 1 FROM t LEFT JOIN u ON t.a = v.b JOIN v", "ON clause references tables to its right"},
    {"WITH x AS (SELECT 1), x AS (SELECT 2) SELECT 1", "duplicate WITH table name: x"},
    {"WITH x(a, b) AS (SELECT 1) SELECT 1 FROM x", "table x has 1 values for 2 columns"},
    {"WITH x AS (SELECT * FROM y), y AS (SELECT * FROM x) SELECT 1 FROM x",
     "circular reference: x"},
    {"WITH x(i) AS (SELECT 1 UNION ALL SELECT i FROM x, x) SELECT 1 FROM x",
     "multiple references to recursive table: x"},
    {"WITH x(i) AS (SELECT 1 UNION ALL SELECT count(*) FROM x) SELECT 1 FROM x",
     "recursive aggregate queries not supported"},
    {"SELECT a FROM t UNION SELECT a, b FROM t",
     "SELECTs to the left and right of UNION do not have the same number of result columns"},
    {"VALUES (1), (2, 3)", "all VALUES must have the same number of terms"},
    {"SELECT a FROM t UNION SELECT a FROM u ORDER BY b",
     "1st ORDER BY term does not match any column in the result set"},
    {"SELECT a FROM t ORDER BY 1, 2", "2nd ORDER BY term out of range - should be between 1 and 1"},
    {"SELECT a FROM t GROUP BY 0", "1st GROUP BY term out of range - should be between 1 and 1"},
    {"SELECT a FROM t HAVING a", "HAVING clause on a non-aggregate query"},
    {"SELECT a FROM t WHERE sum(a) > 1", "misuse of aggregate function sum()"},
    {"SELECT sum(a) FROM t WHERE sum(a) > 1", "misuse of aggregate: sum()"},
    {"SELECT sum(sum(a)) FROM t", "misuse of aggregate function sum()"},
    {"SELECT a FROM t ORDER BY count(*)", "misuse of aggregate: count()"},
    {"SELECT sum(a) AS s FROM t GROUP BY s",
     "aggregate functions are not allowed in the GROUP BY clause"},
    {"SELECT sum(a) AS s, max(a) AS m FROM t GROUP BY b HAVING max(s) > 1",
     "misuse of aliased aggregate s"},
    {"SELECT row_number() FROM t", "misuse of window function row_number()"},
    {"SELECT abs(a) OVER () FROM t", "abs() may not be used as a window function"},
    {"SELECT abs(a) FILTER (WHERE 1) FROM t", "FILTER may not be used with non-aggregate abs()"},
    {"SELECT sum(a) OVER w FROM t", "no such window: w"},
    {"SELECT sum(a) OVER (w PARTITION BY b) FROM t WINDOW w AS ()",
     "cannot override PARTITION clause of window: w"},
    {"SELECT count(DISTINCT a) OVER () FROM t", "DISTINCT is not supported for window functions"},
    {"SELECT sum(a) OVER (ROWS BETWEEN CURRENT ROW AND 1 PRECEDING) FROM t",
     "unsupported frame specification"},
    {"SELECT group_concat(DISTINCT a, b) FROM t",
     "DISTINCT aggregates must have exactly one argument"},
    {"SELECT nosuch(a) FROM t", "no such function: nosuch"},
    {"SELECT abs(a, b) FROM t", "wrong number of arguments to function abs()"},
    {"SELECT abs(*) FROM t", "wrong number of arguments to function abs()"},
    {"SELECT a REGEXP b FROM t", "no such function: REGEXP"},
    {"SELECT likelihood(a, 2) FROM t",
     "second argument to likelihood() must be a constant between 0.0 and 1.0"},
    {"SELECT (SELECT a, b FROM t)", "sub-select returns 2 columns - expected 1"},
    {"SELECT 1 WHERE 1 IN (SELECT a, b FROM t)", "sub-select returns 2 columns - expected 1"},
    {"SELECT (1, 2)", "row value misused"},
    {"SELECT 1 WHERE (1, 2) = (1, 2, 3)", "row value misused"},
    {"SELECT 1 WHERE (1, 2) IN ((1, 2), (3))", "IN(...) element has 1 term - expected 2"},
    {"SELECT ?0", "variable number must be between ?1 and ?250000"},
    {"SELECT 0x10000000000000000", "hex literal too big: 0x10000000000000000"},
    {"SELECT a FROM t ORDER BY a COLLATE nosuch", "no such collation sequence: nosuch"},
};

static void test_refusals(void **state)
{
    needs_sqlite_3_40();
    struct fixture *f = *state;
    for (size_t i = 0; i < COUNT_OF(REFUSALS); i++) {
        sqlite3_stmt *stmt = NULL;
        assert_int_equal(sqlite3_prepare_v2(f->db, REFUSALS[i][0], -1, &stmt, NULL), SQLITE_ERROR);
        assert_string_equal(sqlite3_errmsg(f->db), REFUSALS[i][1]);
        if (resolve(f, str_from(REFUSALS[i][0])) == OK)
            fail_msg("taken: %s", REFUSALS[i][0]);
        assert_string_equal(f->err.msg, REFUSALS[i][1]);
    }
}

static void test_place_of_error(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(resolve(f, STR("SELECT a,\n  nosuch FROM t")), E_SCHEMA);
    assert_int_equal(f->err.line, 2);
    assert_int_equal(f->err.col, 3);
}

/* Queries that would take for ever, or more stack than there is. */
static void test_bounds(void **state)
{
    struct fixture *f = *state;
    buf_clear(&f->text);
    buf_put(&f->text, STR("WITH c0 AS (SELECT 1 AS x)"));
    for (int i = 1; i < 20000; i++)
        buf_printf(&f->text, ", c%d AS (SELECT x FROM c%d)", i, i - 1);
    buf_put(&f->text, STR(" SELECT x FROM c19999"));
    assert_int_equal(resolve(f, buf_str(&f->text)), E_LIMIT);

    buf_clear(&f->text); /* each use of a CTE that reaches outside is resolved for itself */
    buf_put(&f->text, STR("SELECT (WITH c0 AS (SELECT t.a AS x)"));
    for (int i = 1; i < 40; i++)
        buf_printf(&f->text, ", c%d AS (SELECT p.x FROM c%d AS p, c%d AS q)", i, i - 1, i - 1);
    buf_put(&f->text, STR(" SELECT x FROM c39) FROM t"));
    assert_int_equal(resolve(f, buf_str(&f->text)), E_LIMIT);

    buf_clear(&f->text); /* but one that does not, once */
    buf_put(&f->text, STR("WITH c0 AS (SELECT a AS x FROM t)"));
    for (int i = 1; i < 40; i++)
        buf_printf(&f->text, ", c%d AS (SELECT p.x FROM c%d AS p, c%d AS q)", i, i - 1, i - 1);
    buf_put(&f->text, STR(" SELECT x FROM c39"));
    assert_int_equal(resolve(f, buf_str(&f->text)), OK);
}

/* The tables of functions and built-in tables are those of the SQLite at hand */

static void check_function(struct fixture *f, const char *name)
{
    static const int COUNTS[] = {0, 1, 2, 3, 4, 5, 8, SQL_MAX_ARGUMENTS, SQL_MAX_ARGUMENTS + 1};
    for (size_t i = 0; i < COUNT_OF(COUNTS); i++)
        for (int over = 0; over < 2; over++) {
            buf_clear(&f->text);
            buf_printf(&f->text, "SELECT \"%s\"(", name);
            for (int k = 0; k < COUNTS[i]; k++)
                buf_put(&f->text, k ? STR(",0.5") : STR("0.5"));
            buf_printf(&f->text, ")%s", over ? " OVER ()" : "");
            buf_putc(&f->text, '\0');
            must_agree(f, f->text.ptr);
        }
}

static void test_functions(void **state)
{
    struct fixture *f = *state;
    sqlite3_stmt *stmt;
    uint32_t count;
    needs_sqlite_3_40();
    const struct sql_function *functions = sql_functions(&count);
    for (uint32_t i = 1; i < count; i++)
        assert_true(str_cmp(functions[i - 1].name, functions[i].name) <= 0);
    sqlite3_prepare_v2(f->db, "SELECT DISTINCT name FROM pragma_function_list", -1, &stmt, NULL);
    while (sqlite3_step(stmt) == SQLITE_ROW)
        check_function(f, (const char *)sqlite3_column_text(stmt, 0));
    sqlite3_finalize(stmt);
    for (uint32_t i = 0; i < count; i++)
        check_function(f, functions[i].name.ptr);
}

static void check_builtin(struct fixture *f, const struct sql_builtin_table *table)
{
    struct str names[SQL_BUILTIN_MAX_COLUMNS];
    uint32_t visible, n = sql_builtin_table_columns(table, names, &visible), i = 0;
    char *sql = sqlite3_mprintf("SELECT name, hidden FROM pragma_table_xinfo(%Q)", table->name.ptr);
    sqlite3_stmt *stmt;
    must_agree(f, arena_printf(&f->arena, "SELECT *, rowid FROM %s", table->name.ptr).ptr);
    assert_int_equal(sqlite3_prepare_v2(f->db, sql, -1, &stmt, NULL), SQLITE_OK);
    for (; sqlite3_step(stmt) == SQLITE_ROW; i++) {
        assert_true(i < n);
        assert_true(str_eq(names[i], str_from((const char *)sqlite3_column_text(stmt, 0))));
        assert_int_equal(sqlite3_column_int(stmt, 1) != 0, i >= visible);
    }
    assert_int_equal(i, n);
    sqlite3_finalize(stmt);
    sqlite3_free(sql);
}

static void test_builtin_tables(void **state)
{
    struct fixture *f = *state;
    uint32_t count;
    needs_sqlite_3_40();
    const struct sql_builtin_table *tables = sql_builtin_tables(&count);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            assert_true(str_cmp(tables[i - 1].name, tables[i].name) < 0);
        check_builtin(f, &tables[i]);
    }
    must_agree(f, "SELECT name FROM sqlite_schema, temp.sqlite_master");
    must_agree(f, "SELECT sqlite_schema.name FROM sqlite_schema");
    must_agree(f, "SELECT sqlite_master.name FROM sqlite_schema");
    must_agree(f, "SELECT name FROM main.sqlite_temp_master");
    must_agree(f, "SELECT value FROM nosuch.json_each('[]')");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bindings),       cmocka_unit_test(test_reads),
        cmocka_unit_test(test_refusals),       cmocka_unit_test(test_place_of_error),
        cmocka_unit_test(test_bounds),         cmocka_unit_test(test_functions),
        cmocka_unit_test(test_builtin_tables),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
