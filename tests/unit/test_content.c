/* test_content.c: the contents of columns, read from a database. */
#include "sure.h"
#include "world.h"

#include "fixture.h"
#include "store/content.h"

static uint32_t column(const struct schema *s, const char *table, const char *name)
{
    return schema_find_column(s, schema_find_table(s, str_from(table)), str_from(name));
}

static void expect_one(const struct column_content *c, uint32_t i, const char *text, bool number,
                       uint64_t rows)
{
    assert_true(i < c->n_values);
    assert_true(str_eq(c->values[i].text, str_from(text)));
    assert_int_equal(c->values[i].number, number);
    assert_int_equal(c->values[i].rows, rows);
}

/* Values are distinguished by their bytes, even if the column's collation finds two equal. */
static void test_values(void **state)
{
    struct world *w = *state;
    struct content_reader *r = content_reader_new(1);
    struct content_source source = content_reader_of(r, w->path, &w->schema);
    const struct column_content *c =
        source.column(source.ctx, column(&w->schema, "city", "city_name"));
    assert_non_null(c);
    assert_true(c->complete && c->n_rows == 5 && c->n_nulls == 0 && c->n_blobs == 0);
    assert_int_equal(c->n_values, 5);
    expect_one(c, 0, "Lyon", false, 1);
    expect_one(c, 4, "lyon", false, 1);
    c = source.column(source.ctx, column(&w->schema, "country", "area"));
    assert_true(c->n_rows == 3 && c->n_nulls == 1 && c->n_values == 2);
    expect_one(c, 0, "92.0", true, 1);
    expect_one(c, 1, "551.5", true, 1);
    c = source.column(source.ctx, column(&w->schema, "city", "country_code"));
    expect_one(c, 0, "FR", false, 3);
    assert_null(source.column(source.ctx, SCHEMA_STAR));
    assert_null(source.column(source.ctx, w->schema.n_columns));
    struct err e;
    assert_int_equal(content_reader_status(r, &e), OK);
    content_reader_free(r);
}

/* Rows without a value, with a blob, and with more values than are listed. */
static void test_others(void **state)
{
    (void)state;
    struct arena a = {0};
    struct schema s;
    struct err e;
    const char *path = fixture_create(
        &a, "CREATE TABLE t(few, many, none);"
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)"
            " INSERT INTO t SELECT i % 2, i, NULL FROM n;"
            "INSERT INTO t VALUES (NULL, NULL, NULL), (x'00', x'01', x'02'), (x'00', 7, NULL);"
            "CREATE TABLE d(day); INSERT INTO d VALUES (20190131), ('20190131'), (''), (NULL),"
            " (20191301), (20190100), (20190132), (20191231.5), ('');");
    assert_int_equal(schema_from_database(&a, path, STR("t"), &s, &e), OK);
    struct content_reader *r = content_reader_new(1);
    struct content_source source = content_reader_of(r, path, &s);
    const struct column_content *c = source.column(source.ctx, column(&s, "t", "few"));
    assert_true(c->complete && c->n_rows == 3003 && c->n_nulls == 1 && c->n_blobs == 2);
    expect_one(c, 1, "1", true, 1500);
    c = source.column(source.ctx, column(&s, "t", "many"));
    assert_true(!c->complete && c->n_rows == 3003 && c->n_nulls == 1 && c->n_blobs == 1);
    assert_int_equal(c->n_values, CONTENT_VALUES_MAX);
    c = source.column(source.ctx, column(&s, "t", "none"));
    assert_true(c->complete && c->n_values == 0 && c->n_nulls == 3002 && c->n_blobs == 1);
    struct content_days days;
    assert_true(source.days(source.ctx, column(&s, "d", "day"), &days));
    assert_true(days.n_days == 1 && days.n_empty == 2);
    assert_false(source.days(source.ctx, SCHEMA_STAR, &days));
    assert_int_equal(content_reader_late(r), 0);
    content_reader_free(r);
    fixture_remove(path);
    arena_release(&a);
}

/* A database that is not there has nothing, and that is not a failure of the machine. */
static void test_absent(void **state)
{
    struct world *w = *state;
    struct content_reader *r = content_reader_new(1);
    struct content_source source = content_reader_of(r, "/nowhere/at.sqlite", &w->schema);
    struct err e;
    uint32_t name = column(&w->schema, "city", "city_name");
    assert_null(source.column(source.ctx, name));
    source = content_reader_of(r, NULL, &w->schema);
    assert_null(source.column(source.ctx, name));
    source = content_reader_of(r, w->path, &w->schema);
    assert_non_null(source.column(source.ctx, name));
    assert_int_equal(content_reader_status(r, &e), OK);
    content_reader_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_others),
        cmocka_unit_test(test_absent),
    };
    return cmocka_run_group_tests(tests, world_set_up, world_tear_down);
}
