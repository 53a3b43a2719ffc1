/* test_hostile_database.c: databases that try to do more than be read.
 *
 * Each attack would make a file, or empty another database, if its text were run as it is; both are
 * checked after each reading and each copy. */
#include "fixture.h"
#include "schema_seeds.h"
#include "sure.h"

#include "engine/engine.h"
#include "schema/declaration.h"
#include "sql/quote.h"
#include "store/database_copy.h"
#include "verify/proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A victim, and the place where a file must not appear. */
struct scene {
    struct arena arena;
    const char *victim, *canary;
    const char *attack; /* statements that empty the one and make the other */
    const char *copy;
};

static int set_up(void **state)
{
    static struct scene s;
    s = (struct scene){0};
    struct arena *a = &s.arena;
    s.victim = fixture_create(a, "CREATE TABLE passwords(x); INSERT INTO passwords VALUES (1)");
    s.canary = arena_printf(a, "%s-canary", s.victim).ptr;
    s.copy = fixture_copy_path(a);
    s.attack = arena_printf(a,
                            "COMMIT; VACUUM INTO '%s'; ATTACH '%s' AS p; DELETE FROM p.passwords;"
                            " DETACH p; BEGIN; ",
                            s.canary, s.victim)
                   .ptr;
    *state = &s;
    return 0;
}

static int tear_down(void **state)
{
    struct scene *s = *state;
    fixture_copy_remove(s->copy);
    fixture_remove(s->victim);
    arena_release(&s->arena);
    return 0;
}

static void assert_unharmed(struct scene *s)
{
    if (access(s->canary, F_OK) == 0)
        fail_msg("a file was written: %s", s->canary);
    struct rows rows = fixture_query(&s->arena, s->victim, "SELECT count(*) FROM passwords");
    assert_int_equal(rows_at(&rows, 0, 0)->integer, 1);
}

static struct schema *schema_of(struct scene *s, const char *path)
{
    struct schema *schema = ARENA_NEW(&s->arena, struct schema);
    struct err e;
    if (schema_from_database(&s->arena, path, STR("hostile"), schema, &e) != OK)
        fail_msg("%s", e.msg);
    return schema;
}

static const struct migration *drop(struct scene *s, const struct schema *schema,
                                    const char *column)
{
    return migration_drop_column(&s->arena, schema, column_named(schema, column));
}

static const struct migration *reorder(struct scene *s, const struct schema *schema)
{
    uint32_t *order = ARENA_ARRAY(&s->arena, uint32_t, schema->n_tables);
    for (uint32_t t = 0; t < schema->n_tables; t++)
        order[t] = schema->n_tables - 1 - t;
    return migration_reorder_tables(&s->arena, schema, order);
}

static void copy(struct scene *s, const char *path, const struct migration *m)
{
    struct err e;
    if (database_copy(path, m, s->copy, NULL, &e) != OK)
        fail_msg("%s", e.msg);
    assert_unharmed(s);
}

/* The only value of `sql` in the copy. */
static struct str in_copy(struct scene *s, const char *sql)
{
    struct rows rows = fixture_query(&s->arena, s->copy, sql);
    assert_int_equal(rows.n_rows, 1);
    return value_bytes(rows_at(&rows, 0, 0));
}

static void assert_declared(struct scene *s, const char *expected)
{
    struct str sql = in_copy(s, "SELECT group_concat(sql, '; ') FROM sqlite_master");
    if (!str_eq(sql, str_from(expected)))
        fail_msg("%.*s", STR_ARG(sql));
}

static void a_type_is_no_statement(void **state)
{
    struct scene *s = *state;
    struct arena *a = &s->arena;
    const char *path =
        fixture_create(a, arena_printf(a,
                                       "CREATE TABLE t(a, b, c \"TEXT); %sCREATE TABLE z(y\");"
                                       "INSERT INTO t VALUES (1, 2, 3)",
                                       s->attack)
                              .ptr);
    const struct schema *schema = schema_of(s, path);
    copy(s, path, drop(s, schema, "t.a"));
    assert_true(str_eq(in_copy(s, "SELECT typeof(c) || c FROM t"), STR("integer3")));
    assert_declared(s, arena_printf(a,
                                    "CREATE TABLE \"t\" (\"b\" , \"c\" \"TEXT); %sCREATE TABLE"
                                    " z(y\")",
                                    s->attack)
                           .ptr);
    fixture_remove(path);
}

static const char planted_table[] = "CREATE TABLE t(a, b); CREATE INDEX i ON t(b);"
                                    "CREATE TABLE u(x); INSERT INTO t VALUES (1, 2);"
                                    "INSERT INTO u VALUES (3); PRAGMA writable_schema = ON;";

/* The attack as a text in SQL. */
static const char *quoted(struct scene *s)
{
    struct buf text;
    text = (struct buf){0};
    sql_put_text(&text, str_from(s->attack));
    const char *copied = arena_str(&s->arena, buf_str(&text)).ptr;
    buf_release(&text);
    return copied;
}

static void a_table_is_one_statement(void **state)
{
    struct scene *s = *state;
    struct arena *a = &s->arena;
    const char *path = fixture_create(
        a, arena_printf(a,
                        "%s UPDATE sqlite_master SET sql = 'CREATE TABLE t(a, b); ' || %s"
                        " WHERE name = 't'",
                        planted_table, quoted(s))
               .ptr);
    const struct schema *schema = schema_of(s, path);
    copy(s, path, reorder(s, schema));
    assert_declared(s, "CREATE TABLE u(x); CREATE TABLE \"t\" (\"a\" , \"b\" );"
                       " CREATE INDEX i ON \"t\" (\"b\")");
    copy(s, path, drop(s, schema, "t.a"));
    fixture_remove(path);
}

static void an_index_is_one_statement(void **state)
{
    struct scene *s = *state;
    struct arena *a = &s->arena;
    const char *path = fixture_create(
        a, arena_printf(a,
                        "%s UPDATE sqlite_master SET sql = 'CREATE INDEX i ON t(b); ' || %s"
                        " WHERE name = 'i'",
                        planted_table, quoted(s))
               .ptr);
    const struct schema *schema = schema_of(s, path);
    copy(s, path, reorder(s, schema));
    assert_declared(s, "CREATE TABLE u(x); CREATE TABLE t(a, b)");
    copy(s, path, drop(s, schema, "t.a"));
    fixture_remove(path);
}

static void an_index_may_be_unique_and_of_an_expression(void **state)
{
    struct scene *s = *state;
    const char *path = fixture_create(
        &s->arena, "CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 'x');"
                   "CREATE UNIQUE INDEX i ON t(lower(b), a DESC) WHERE b IS NOT NULL;");
    const struct schema *schema = schema_of(s, path);
    copy(s, path,
         migration_rename_column(&s->arena, schema, column_named(schema, "t.b"), STR("n"),
                                 STR("n")));
    assert_declared(s, "CREATE TABLE \"t\" (\"a\" , \"n\" ); CREATE UNIQUE INDEX i ON \"t\""
                       " (lower(\"n\"), \"a\" DESC) WHERE \"n\" IS NOT NULL");
    fixture_remove(path);
}

/* As they come in real databases. */
static void types_and_defaults_stay(void **state)
{
    struct scene *s = *state;
    const char *path = fixture_create(
        &s->arena, "CREATE TABLE t(z, a varchar(255), b decimal(19, 4), c int unsigned, d \"TEXT\","
                   " e double precision, f numeric(-1,+2), g [my type], h INTEGER DEFAULT -1,"
                   " i TEXT DEFAULT 'it''s; (', j DEFAULT word, k DEFAULT CURRENT_TIMESTAMP,"
                   " l DEFAULT (1 + 2 -- three\n), m DEFAULT TRUE, n \"odd (\" DEFAULT NULL);");
    const struct schema *schema = schema_of(s, path);
    copy(s, path, drop(s, schema, "t.z"));
    assert_declared(s, "CREATE TABLE \"t\" (\"a\" varchar(255), \"b\" decimal(19, 4),"
                       " \"c\" int unsigned, \"d\" TEXT, \"e\" double precision,"
                       " \"f\" numeric(-1,+2), \"g\" my type, \"h\" INTEGER DEFAULT (-1),"
                       " \"i\" TEXT DEFAULT ('it''s; ('), \"j\"  DEFAULT ('word'),"
                       " \"k\"  DEFAULT (CURRENT_TIMESTAMP), \"l\"  DEFAULT (1 + 2),"
                       " \"m\"  DEFAULT (TRUE), \"n\" \"odd (\" DEFAULT (NULL))");
    fixture_remove(path);
}

static void names_are_only_names(void **state)
{
    struct scene *s = *state;
    struct arena *a = &s->arena;
    const char *path = fixture_create(
        a, arena_printf(a,
                        "CREATE TABLE \"sel\"\"ect; %s\" (\"a\n'\", \"group\", \"x\"\"; %s\","
                        " z CHECK (z <> ';'), UNIQUE (\"group\"));"
                        "INSERT INTO \"sel\"\"ect; %s\" VALUES (1, 2, 3, 4)",
                        s->attack, s->attack, s->attack)
               .ptr);
    const struct schema *schema = schema_of(s, path);
    for (uint32_t c = 1; c < schema->n_columns; c++)
        copy(s, path, migration_drop_column(a, schema, c));
    copy(s, path, reorder(s, schema));
    fixture_remove(path);
}

/* A module's code never sees what is in the file. */
static void virtual_tables_are_not_read(void **state)
{
    struct scene *s = *state;
    const char *path = fixture_create(
        &s->arena, "CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 2);"
                   "CREATE VIRTUAL TABLE f USING fts5(x); INSERT INTO f VALUES ('word');"
                   "CREATE VIRTUAL TABLE r USING rtree(id, low, high);");
    const struct schema *schema = schema_of(s, path);
    assert_int_equal(schema->n_tables, 1);
    copy(s, path, drop(s, schema, "t.a"));
    assert_declared(s, "CREATE TABLE \"t\" (\"b\" )");
    struct database *d;
    struct err e;
    assert_int_equal(database_open(path, &d, &e), OK);
    struct query_limits limits = {
        .deadline = deadline_after_ms(60000), .max_rows = 10, .max_bytes = 1 << 20};
    struct query_result r;
    sure_query(d, STR("SELECT * FROM f"), &limits, &s->arena, &r);
    assert_int_equal(r.outcome, QUERY_ERROR);
    database_close(d);
    fixture_remove(path);
}

/* tables.json lists a table that is a virtual table, or a view, in the database. */
static void what_is_no_table_is_empty_in_a_copy(void **state)
{
    struct scene *s = *state;
    const char *path = fixture_create(&s->arena, "CREATE TABLE t(a, b); CREATE TABLE f(x, y);"
                                                 "CREATE TABLE v(x, y)");
    const struct schema *schema = schema_of(s, path);
    fixture_remove(path);
    path = fixture_create(&s->arena, "CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 2);"
                                     "CREATE VIRTUAL TABLE f USING fts5(x, y);"
                                     "INSERT INTO f VALUES (1, 2);"
                                     "CREATE VIEW v AS SELECT a AS x, b AS y FROM t");
    copy(s, path, drop(s, schema, "f.x"));
    copy(s, path, drop(s, schema, "v.x"));
    struct rows rows = fixture_query(
        &s->arena, s->copy,
        "SELECT (SELECT count(*) FROM t), (SELECT count(*) FROM f), (SELECT count(*) FROM v)");
    assert_int_equal(rows_at(&rows, 0, 0)->integer, 1);
    assert_int_equal(rows_at(&rows, 0, 1)->integer, 0);
    assert_int_equal(rows_at(&rows, 0, 2)->integer, 0);
    fixture_remove(path);
}

/* Proof tries the gold on tables without keys, and so reads every table. */
static void a_view_without_end_has_a_deadline(void **state)
{
    struct scene *s = *state;
    const char *path = fixture_create(&s->arena, "CREATE TABLE t(a, b); CREATE TABLE v(rowid, x);");
    const struct schema *schema = schema_of(s, path);
    fixture_remove(path);
    path = fixture_create(
        &s->arena,
        "CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 2); CREATE VIEW v AS WITH RECURSIVE n(i)"
        " AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS rowid, i AS x FROM n WHERE i < "
        "0");
    struct prover *p = prover_new(&proof_defaults, 1);
    struct proof_task task = {
        .database = path, .gold = STR("SELECT b FROM t"), .migration = drop(s, schema, "t.a")};
    assert_int_equal(sure_proof(p, &task).outcome, PROOF_PROVED);
    copy(s, path, task.migration);
    prover_free(p);
    fixture_remove(path);
}

/* Views that double at each step are more than any memory when SQLite writes them out. */
static void views_that_double_are_refused(void **state)
{
    struct scene *s = *state;
    struct arena *a = &s->arena;
    struct buf sql;
    sql = (struct buf){0};
    buf_put(&sql, STR("CREATE TABLE t(a, b); CREATE VIEW v0 AS SELECT a FROM t;"));
    for (int i = 1; i < 40; i++)
        buf_printf(&sql, "CREATE VIEW v%d AS SELECT x.a FROM v%d x, v%d y;", i, i - 1, i - 1);
    const char *path = fixture_create(a, arena_str(a, buf_str(&sql)).ptr);
    buf_release(&sql);
    const struct schema *schema = schema_of(s, path);
    assert_true(schema->n_tables > 1 && schema->n_tables < 10); /* those that can be written out */
    copy(s, path, drop(s, schema, "t.b"));
    fixture_remove(path);
}

/* For each way to open the file: its status, and its error message. */
static enum status open_all(struct scene *s, const char *path, const struct schema *schema,
                            struct err *e)
{
    struct database *d;
    struct schema other;
    struct declaration declared;
    enum status status = database_open(path, &d, e);
    if (status == OK)
        database_close(d);
    assert_int_equal(status, schema_from_database(&s->arena, path, STR("x"), &other, e));
    assert_int_equal(status, declaration_read(&s->arena, path, schema, &declared, e));
    assert_int_equal(status, database_copy(path, drop(s, schema, "t.a"), s->copy, NULL, e));
    return status;
}

/* SQLite goes down a chain of views by recursion. */
static void a_long_chain_of_views_is_refused(void **state)
{
    struct scene *s = *state;
    const char *path = fixture_create(&s->arena, "CREATE TABLE t(a, b)");
    const struct schema *schema = schema_of(s, path);
    fixture_remove(path);
    path = fixture_create(
        &s->arena, "CREATE TABLE t(a, b); CREATE VIEW v0 AS SELECT a FROM t;"
                   "PRAGMA writable_schema = ON; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL"
                   " SELECT i + 1 FROM n WHERE i < 19999) INSERT INTO sqlite_master SELECT 'view',"
                   " 'v' || i, 'v' || i, 0, 'CREATE VIEW v' || i || ' AS SELECT a FROM v' ||"
                   " (i - 1) FROM n");
    struct err e;
    assert_int_equal(open_all(s, path, schema, &e), E_DB);
    if (!strstr(e.msg, "its views are too long"))
        fail_msg("%s", e.msg);
    fixture_remove(path);
}

/* 500 subqueries, merged into one expression. */
static void assert_merged_is_refused(struct scene *s, struct database *d, const char *operators,
                                     const char *problem)
{
    struct query_limits limits = {
        .deadline = deadline_after_ms(5000), .max_rows = 10, .max_bytes = 1 << 20};
    struct query_result r;
    struct buf sql;
    sql = (struct buf){0};
    buf_put(&sql, STR("WITH c0 AS (SELECT a FROM t)"));
    for (int i = 1; i < 500; i++)
        buf_printf(&sql, ",c%d AS (SELECT %sa a FROM c%d)", i, operators, i - 1);
    buf_put(&sql, STR("SELECT a FROM c499"));
    sure_query(d, buf_str(&sql), &limits, &s->arena, &r);
    buf_release(&sql);
    assert_int_equal(r.outcome, QUERY_TOO_LARGE);
    assert_non_null(strstr(r.message.ptr, problem));
}

static void subqueries_merge_within_bounds(void **state)
{
    static const char MINUS[] =
        "- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - "
        "- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - ";
    struct scene *s = *state;
    const char *path = fixture_create(&s->arena, "CREATE TABLE t(a, b); INSERT INTO t VALUES(1,2)");
    struct database *d;
    struct err e;
    assert_int_equal(database_open(path, &d, &e), OK);
    assert_merged_is_refused(s, d, MINUS, "expressions are too large");
    assert_merged_is_refused(s, d, "", "too many SELECTs");
    database_close(d);
    fixture_remove(path);
}

/* For each of them SQLite compares all columns with all columns of the tables to the left. */
static void natural_joins_are_few(void **state)
{
    struct scene *s = *state;
    static const char FEW[] = "SELECT 1 FROM t NATURAL JOIN u NATURAL JOIN v natural join w";
    const char *tables = "CREATE TABLE t(a, b); CREATE TABLE u(a); CREATE TABLE v(a);"
                         "CREATE TABLE w(a); CREATE VIEW gas AS SELECT a natural_gas, b natural_oil"
                         " FROM (SELECT a, b, a supernatural FROM t); CREATE VIEW x AS ";
    const char *path = fixture_create(&s->arena, arena_printf(&s->arena, "%s%s", tables, FEW).ptr);
    struct query_limits limits = {
        .deadline = deadline_after_ms(20000), .max_rows = 10, .max_bytes = 1 << 20};
    struct query_result r;
    struct database *d;
    struct err e;
    assert_int_equal(database_open(path, &d, &e), OK);
    sure_query(d, str_from(FEW), &limits, &s->arena, &r);
    assert_int_equal(r.outcome, QUERY_ROWS);
    sure_query(d, arena_printf(&s->arena, "%s NATURAL JOIN x NATURAL JOIN x AS y", FEW), &limits,
               &s->arena, &r);
    assert_int_equal(r.outcome, QUERY_TOO_LARGE);
    database_close(d);
    fixture_remove(path);
    path = fixture_create(
        &s->arena, arena_printf(&s->arena, "%s%s; CREATE VIEW y AS %s", tables, FEW, FEW).ptr);
    assert_int_equal(database_open(path, &d, &e), E_DB);
    assert_non_null(strstr(e.msg, "NATURAL"));
    fixture_remove(path);
}

/* SQLite's pragmas compile some opcodes for each of them; a query may not have as many. */
static void many_tables_and_wide_ones_are_read(void **state)
{
    enum { TABLES = 3000, COLUMNS = 1500 };
    struct scene *s = *state;
    struct buf sql;
    sql = (struct buf){0};
    buf_put(&sql, STR("CREATE TABLE wide(c0"));
    for (int i = 1; i < COLUMNS; i++)
        buf_printf(&sql, ", c%d", i);
    buf_put(&sql, STR("); BEGIN;"));
    for (int i = 1; i < TABLES; i++)
        buf_printf(&sql, "CREATE TABLE t%d(a);", i);
    buf_put(&sql, STR("COMMIT"));
    const char *path = fixture_create(&s->arena, arena_str(&s->arena, buf_str(&sql)).ptr);
    buf_release(&sql);
    const struct schema *schema = schema_of(s, path);
    assert_int_equal(schema->n_tables, TABLES);
    assert_int_equal(schema->n_columns, COLUMNS + TABLES); /* the star is one, "wide" has no "a" */
    fixture_remove(path);
}

static void a_foreign_key_may_repeat_itself(void **state)
{
    struct scene *s = *state;
    const char *path = fixture_create(
        &s->arena, "CREATE TABLE t(a, b, c, d, e, f, g, h, PRIMARY KEY (a, b, c, d, e, f, g, h));"
                   "CREATE TABLE u(x, FOREIGN KEY (x, x, x, x, x, x, x, x) REFERENCES t);");
    const struct schema *schema = schema_of(s, path);
    struct declaration d;
    struct err e;
    assert_int_equal(declaration_read(&s->arena, path, schema, &d, &e), OK);
    for (uint32_t i = 0; i < d.n_keys; i++)
        assert_true(d.keys[i].count <= 1);
    copy(s, path, drop(s, schema, "t.a"));
    fixture_remove(path);
}

static void write_beside(struct scene *s, const char *path, const char *suffix, struct str bytes)
{
    FILE *f = fopen(arena_printf(&s->arena, "%s%s", path, suffix).ptr, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes.ptr, 1, bytes.len, f), bytes.len);
    fclose(f);
}

static void a_hot_journal_is_not_passed_over(void **state)
{
    struct scene *s = *state;
    struct err e;
    const char *path = fixture_create(&s->arena, "CREATE TABLE t(a, b)");
    const char *journal = arena_printf(&s->arena, "%s-journal", path).ptr;
    const struct schema *schema = schema_of(s, path);
    write_beside(s, path, "-journal", STR("\xd9\xd5\x05\xf9 and pages"));
    assert_int_equal(open_all(s, path, schema, &e), E_DB);
    assert_non_null(strstr(e.msg, "a journal of an unfinished change"));
    write_beside(s, path, "-journal", STR("\0\0\0\0 kept for the next transaction"));
    assert_int_equal(open_all(s, path, schema, &e), OK);
    write_beside(s, path, "-journal", STR(""));
    assert_int_equal(open_all(s, path, schema, &e), OK);
    assert_int_equal(unlink(journal), 0);
    write_beside(s, path, "-wal", STR("p"));
    assert_int_equal(open_all(s, path, schema, &e), E_DB);
    assert_non_null(strstr(e.msg, "write-ahead log"));
    assert_int_equal(unlink(arena_printf(&s->arena, "%s-wal", path).ptr), 0);
    fixture_remove(path);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_type_is_no_statement),
        TEST(a_table_is_one_statement),
        TEST(an_index_is_one_statement),
        TEST(an_index_may_be_unique_and_of_an_expression),
        TEST(types_and_defaults_stay),
        TEST(names_are_only_names),
        TEST(virtual_tables_are_not_read),
        TEST(what_is_no_table_is_empty_in_a_copy),
        TEST(a_view_without_end_has_a_deadline),
        TEST(views_that_double_are_refused),
        TEST(a_long_chain_of_views_is_refused),
        TEST(subqueries_merge_within_bounds),
        TEST(natural_joins_are_few),
        TEST(many_tables_and_wide_ones_are_read),
        TEST(a_foreign_key_may_repeat_itself),
        TEST(a_hot_journal_is_not_passed_over),
    };
    engine_init(ENGINE_HEAP_PER_THREAD);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
