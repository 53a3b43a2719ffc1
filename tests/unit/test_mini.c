/* test_mini.c: bench-mini has the properties that the documents promise.
 *
 * Its size, its variety, and that each gold query has one answer: it runs, it finds something, and
 * no LIMIT cuts through rows that ORDER BY ranks alike. */
#include "fixture.h"
#include "unit.h"

#include "dataset/data_folder.h"
#include "dataset/dataset.h"
#include "spider/form.h"
#include "spider/hardness.h"
#include "sql/parse.h"
#include "verify/rows_equal.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

struct world {
    struct arena arena;
    const char *dir;
    struct dataset dataset;
};

static int set_up(void **state)
{
    static struct world w;
    struct err e;
    w = (struct world){0};
    char *dir = (char *)arena_str(&w.arena, STR("/tmp/teql-mini-XXXXXX")).ptr;
    assert_non_null(mkdtemp(dir));
    w.dir = arena_printf(&w.arena, "%s/mini", dir).ptr;
    if (mini_unpack(w.dir, &e) != OK)
        fail_msg("%s: %s", e.file, e.msg);
    assert_int_equal(dataset_load(&w.dataset, &(struct dataset_source){.data = w.dir}, &e), OK);
    *state = &w;
    return 0;
}

static int tear_down(void **state)
{
    struct world *w = *state;
    assert_int_equal(system(arena_printf(&w->arena, "rm -r \"$(dirname %s)\"", w->dir).ptr), 0);
    dataset_release(&w->dataset);
    arena_release(&w->arena);
    return 0;
}

static int64_t number(struct world *w, const char *path, struct str sql)
{
    struct rows rows = fixture_query(&w->arena, path, sql.ptr);
    return rows_at(&rows, 0, 0)->integer;
}

static const char *database_of(struct world *w, const struct schema *s)
{
    return arena_printf(&w->arena, "%s/database/%.*s/%.*s.sqlite", w->dir, STR_ARG(s->db_id),
                        STR_ARG(s->db_id))
        .ptr;
}

static bool has_key(const struct schema *s, uint32_t table)
{
    for (uint32_t i = 0; i < s->tables[table].n_columns; i++)
        if (s->columns[s->tables[table].columns[i]].primary)
            return true;
    return false;
}

static void test_databases(void **state)
{
    struct world *w = *state;
    assert_true(w->dataset.schemas.count >= 10);
    for (uint32_t i = 0; i < w->dataset.schemas.count; i++) {
        const struct schema *s = &w->dataset.schemas.schemas[i];
        assert_in_range(s->n_tables, 3, 7);
        assert_true(s->n_foreign_keys > 0);
        for (uint32_t t = 0; t < s->n_tables; t++) {
            assert_true(has_key(s, t));
            struct str count =
                arena_printf(&w->arena, "SELECT count(*) FROM %s", s->tables[t].name.ptr);
            assert_in_range(number(w, database_of(w, s), count), 30, 2000);
        }
    }
}

/* Outside the sandbox, which knows no pragmas. */
static int count_rows(void *count, int n, char **values, char **names)
{
    (void)n, (void)values, (void)names;
    ++*(int *)count;
    return 0;
}

static void test_foreign_keys(void **state)
{
    struct world *w = *state;
    for (uint32_t i = 0; i < w->dataset.schemas.count; i++) {
        sqlite3 *db;
        int violations = 0;
        assert_int_equal(sqlite3_open(database_of(w, &w->dataset.schemas.schemas[i]), &db),
                         SQLITE_OK);
        assert_int_equal(
            sqlite3_exec(db, "PRAGMA foreign_key_check", count_rows, &violations, NULL), SQLITE_OK);
        assert_int_equal(violations, 0);
        sqlite3_close(db);
    }
}

static void test_hardness(void **state)
{
    struct world *w = *state;
    uint32_t counts[4] = {0};
    assert_true(w->dataset.n_seeds >= 320);
    for (uint32_t i = 0; i < w->dataset.n_seeds; i++) {
        const struct seed *s = &w->dataset.seeds[i];
        struct spider_form form;
        struct err e;
        if (spider_form_read(&w->arena, s->schema, SPIDER_RULE_TSE, s->query, &form, &e) == OK)
            counts[spider_hardness(&form)]++;
    }
    for (int h = 0; h < 4; h++)
        assert_true(counts[h] >= 60);
}

static void test_answers(void **state)
{
    struct world *w = *state;
    for (uint32_t i = 0; i < w->dataset.n_seeds; i++) {
        const struct seed *s = &w->dataset.seeds[i];
        struct rows rows = fixture_query(&w->arena, s->database.ptr, s->query.ptr);
        if (rows.n_rows == 0)
            fail_msg("no rows: %s", s->query.ptr);
    }
}

/* The query with its sort keys in place of its columns, and one row more than its LIMIT. */
static struct str keys_of(struct arena *a, const struct sql_stmt *stmt, long limit)
{
    const struct sql_query *q = stmt->query;
    const struct sql_core *core = &q->cores[0];
    struct str text = stmt->text, keys = STR("");
    for (uint32_t i = 0; i < q->order.count; i++) {
        struct sql_span span = q->order.items[i].expr->span;
        keys = arena_printf(a, "%.*s%s%.*s", STR_ARG(keys), i ? ", " : "",
                            STR_ARG(str_slice(text, span.start, span.end)));
    }
    struct str before = str_slice(text, 0, core->results[0].span.start);
    struct str after =
        str_slice(text, core->results[core->n_results - 1].span.end, q->limit->span.start);
    return arena_printf(a, "%.*s%.*s%.*s%ld", STR_ARG(before), STR_ARG(keys), STR_ARG(after),
                        limit + 1);
}

static bool same_row(const struct rows *r, size_t a, size_t b, struct arena *arena)
{
    struct rows one = *r, other = *r;
    one.values += a * r->n_columns;
    other.values += b * r->n_columns;
    one.n_rows = other.n_rows = 1;
    return rows_equal(&one, &other, true, arena);
}

static void test_limits(void **state)
{
    struct world *w = *state;
    uint32_t limits = 0;
    for (uint32_t i = 0; i < w->dataset.n_seeds; i++) {
        const struct seed *s = &w->dataset.seeds[i];
        struct sql_stmt stmt;
        struct err e;
        assert_int_equal(sql_parse(&w->arena, s->query, &stmt, &e), OK);
        if (!stmt.query->limit)
            continue;
        assert_true(stmt.query->order.count > 0 && stmt.query->n_cores == 1);
        long limit = strtol(stmt.query->limit->as.literal.text.ptr, NULL, 10);
        struct str sql = keys_of(&w->arena, &stmt, limit);
        struct rows rows = fixture_query(&w->arena, s->database.ptr, sql.ptr);
        limits++;
        if (rows.n_rows > (size_t)limit &&
            same_row(&rows, (size_t)limit - 1, (size_t)limit, &w->arena))
            fail_msg("a tie: %s", s->query.ptr);
    }
    assert_true(limits > 40);
}

static void test_digest(void **state)
{
    struct world *w = *state;
    struct err e;
    assert_int_not_equal(mini_digest(), 0);
    assert_int_equal(mini_unpack(w->dir, &e), E_INPUT); /* it is there */
    assert_int_equal(mini_unpack("/nonexistent/mini", &e), E_IO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_databases), cmocka_unit_test(test_foreign_keys),
        cmocka_unit_test(test_hardness),  cmocka_unit_test(test_answers),
        cmocka_unit_test(test_limits),    cmocka_unit_test(test_digest),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
