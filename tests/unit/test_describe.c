/* test_describe.c: what a database declares about its tables, and the schema made from it. */
#include "fixture.h"
#include "unit.h"

#include "schema/declaration.h"

static const char SQL[] =
    "CREATE TABLE shop (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT COLLATE NOCASE NOT NULL,"
    "  town VARCHAR(9) DEFAULT 'Lyon', UNIQUE (name, town));"
    "CREATE TABLE sale (shop INT REFERENCES shop ON DELETE CASCADE, day, n INT, PRIMARY KEY (day, "
    "shop),"
    "  FOREIGN KEY (day, n) REFERENCES other (a, b)) WITHOUT ROWID;"
    "CREATE INDEX by_n ON sale (n);"
    "CREATE UNIQUE INDEX by_town ON shop (upper(town));"
    "CREATE VIEW open_shop AS SELECT * FROM shop;"
    "CREATE TABLE num (x INT, y INTEGER, z INTEGER, PRIMARY KEY (y, z)) STRICT;"
    "CREATE TABLE sum (a INT, b AS (a + 1), c REAL AS (a * 2) STORED);"
    "CREATE VIEW sold AS SELECT o.name, sum(n) AS n FROM open_shop o JOIN sale ON shop = id;"
    "CREATE VIEW broken AS SELECT * FROM nowhere;"
    "INSERT INTO shop (name) VALUES ('a');";

struct described {
    struct arena arena;
    const char *path;
};

static int set_up(void **state)
{
    static struct described d;
    d = (struct described){0};
    d.path = fixture_create(&d.arena, SQL);
    *state = &d;
    return 0;
}

static int tear_down(void **state)
{
    struct described *d = *state;
    fixture_remove(d->path);
    arena_release(&d->arena);
    return 0;
}

static void expect_text(struct str s, const char *expected)
{
    if (!expected || !s.ptr)
        assert_true(!expected && !s.ptr);
    else
        assert_true(str_eq(s, str_from(expected)));
}

static void expect_column(const struct described_column *c, const char *name, const char *type,
                          uint32_t key)
{
    expect_text(c->name, name);
    expect_text(c->type, type);
    assert_int_equal(c->key, key);
}

/* Tables in their order, then views, without SQLite's own tables. */
static void test_tables(void **state)
{
    struct described *d = *state;
    struct description got;
    struct err e;
    assert_int_equal(database_describe(d->path, &d->arena, &got, &e), OK);
    assert_int_equal(got.n_tables, 6);
    const struct described_table *shop = &got.tables[0], *sale = &got.tables[1];
    expect_text(shop->name, "shop");
    expect_text(sale->name, "sale");
    expect_text(got.tables[2].name, "num");
    assert_int_equal(shop->n_columns, 3);
    expect_column(&shop->columns[0], "id", "INTEGER", 1);
    expect_column(&shop->columns[1], "name", "TEXT", 0);
    expect_column(&shop->columns[2], "town", "VARCHAR(9)", 0);
    expect_column(&sale->columns[0], "shop", "INT", 2);
    expect_column(&sale->columns[1], "day", "", 1);
    assert_int_equal(shop->n_keys, 0);
    assert_null(shop->sql.ptr); /* more than a schema needs */
    assert_null(got.encoding.ptr);
}

static bool reads(const struct described_table *t, const char *name)
{
    for (uint32_t i = 0; i < t->n_reads; i++)
        if (str_eq(t->reads[i], str_from(name)))
            return true;
    return false;
}

/* A view has the columns that a query finds, and lists what it reads, however deep. A view that no
 * query can read is left out. */
static void test_described_views(void **state)
{
    struct described *d = *state;
    struct description got;
    struct err e;
    assert_int_equal(database_describe(d->path, &d->arena, &got, &e), OK);
    const struct described_table *open_shop = &got.tables[4], *sold = &got.tables[5];
    assert_true(open_shop->view && sold->view && !got.tables[3].view);
    expect_text(open_shop->name, "open_shop");
    assert_int_equal(open_shop->n_columns, 3);
    expect_column(&open_shop->columns[2], "town", "VARCHAR(9)", 0);
    assert_int_equal(sold->n_columns, 2);
    expect_column(&sold->columns[0], "name", "TEXT", 0);
    expect_column(&sold->columns[1], "n", "", 0);
    assert_true(reads(open_shop, "shop") && !reads(open_shop, "sale"));
    assert_true(reads(sold, "open_shop") && reads(sold, "shop") && reads(sold, "sale"));
    assert_false(reads(sold, "num"));
}

static void test_generated(void **state)
{
    struct described *d = *state;
    struct description got;
    struct err e;
    assert_int_equal(database_describe(d->path, &d->arena, &got, &e), OK);
    const struct described_table *sum = &got.tables[3];
    assert_int_equal(sum->n_columns, 3);
    assert_true(!sum->columns[0].generated && sum->columns[1].generated &&
                sum->columns[2].generated);
    expect_column(&sum->columns[2], "c", "REAL", 0);
}

/* Keys as they were written, even if they refer to nothing. */
static void test_keys(void **state)
{
    struct described *d = *state;
    struct description got;
    struct err e;
    assert_int_equal(database_describe(d->path, &d->arena, &got, &e), OK);
    const struct described_table *sale = &got.tables[1];
    assert_int_equal(sale->n_keys, 2);
    const struct described_key *one = &sale->keys[0], *two = &sale->keys[1];
    expect_text(one->table, "shop");
    assert_int_equal(one->count, 1);
    expect_text(one->from[0], "shop");
    expect_text(one->to[0], NULL);
    expect_text(one->on_delete, "CASCADE");
    expect_text(one->on_update, "NO ACTION");
    expect_text(two->table, "other");
    assert_int_equal(two->count, 2);
    expect_text(two->from[0], "day");
    expect_text(two->to[0], "a");
    expect_text(two->from[1], "n");
    expect_text(two->to[1], "b");
}

static void expect_whole_shop(const struct described_table *t)
{
    expect_text(t->name, "SHOP");
    assert_true(str_starts(t->sql, STR("CREATE TABLE shop")));
    assert_int_equal(t->n_indexes, 1);
    assert_true(str_starts(t->indexes[0], STR("CREATE UNIQUE INDEX by_town")));
    assert_int_equal(t->n_uniques, 1);
    assert_int_equal(t->uniques[0].count, 2);
    expect_text(t->uniques[0].columns[0], "name");
    expect_text(t->uniques[0].columns[1], "town");
    assert_true(t->has_rowid && !t->strict && !t->stands_in && !t->shadow);
    assert_true(t->columns[0].autoincrement && !t->columns[1].autoincrement);
    expect_text(t->columns[0].collation, "BINARY");
    expect_text(t->columns[1].collation, "NOCASE");
    assert_true(t->columns[1].not_null && !t->columns[2].not_null);
    expect_text(t->columns[1].preset, NULL);
    expect_text(t->columns[2].preset, "'Lyon'");
}

/* The named ones, in that order, in any letter case. */
static void test_whole(void **state)
{
    struct described *d = *state;
    static const struct str NAMES[] = {STR_INIT("num"), STR_INIT("open_shop"), STR_INIT("SHOP"),
                                       STR_INIT("none"), STR_INIT("sale")};
    struct description got;
    struct err e;
    assert_int_equal(database_describe_whole(d->path, NAMES, 5, &d->arena, &got, &e), OK);
    expect_text(got.encoding, "UTF-8");
    assert_int_equal(got.n_tables, 5);
    assert_true(got.tables[0].strict && got.tables[0].has_rowid);
    assert_true(got.tables[1].stands_in && !got.tables[1].has_rowid);
    assert_int_equal(got.tables[1].n_columns, 0);
    assert_true(got.tables[1].view && str_starts(got.tables[1].sql, STR("CREATE VIEW open_shop")));
    expect_whole_shop(&got.tables[2]);
    assert_int_equal(got.tables[3].n_columns, 0);
    assert_null(got.tables[3].sql.ptr);
    assert_true(!got.tables[4].has_rowid);
    assert_int_equal(got.tables[4].n_indexes, 1);
    assert_int_equal(got.tables[4].n_keys, 2);
}

/* Only a key of one column is another name of the rowid. A key that names no column refers to the
 * primary key, and one that refers to nothing is left out. */
static void test_schema(void **state)
{
    struct described *d = *state;
    struct schema s;
    struct err e;
    assert_int_equal(schema_from_database(&d->arena, d->path, STR("shops"), &s, &e), OK);
    assert_int_equal(s.tables[0].rowid, schema_find_column(&s, 0, STR("id")));
    assert_int_equal(s.tables[1].rowid, SCHEMA_STAR);
    assert_int_equal(s.tables[2].rowid, SCHEMA_STAR);
    assert_int_equal(s.n_foreign_keys, 1);
    assert_int_equal(s.foreign_keys[0].from, schema_find_column(&s, 1, STR("shop")));
    assert_int_equal(s.foreign_keys[0].to, schema_find_column(&s, 0, STR("id")));
}

/* Columns that the schema lacks are known by name; a constraint on them is left empty. */
static void test_declaration(void **state)
{
    struct described *d = *state;
    const char *less = fixture_create(&d->arena, "CREATE TABLE shop (name, id)");
    struct schema s;
    struct declaration got;
    struct err e;
    assert_int_equal(schema_from_database(&d->arena, less, STR("less"), &s, &e), OK);
    fixture_remove(less);
    assert_int_equal(declaration_read(&d->arena, d->path, &s, &got, &e), OK);
    assert_int_equal(got.tables[0].n_stored, 3);
    expect_text(got.tables[0].stored[2], "town");
    expect_text(got.columns[schema_find_column(&s, 0, STR("name"))].collation, "NOCASE");
    assert_true(got.columns[schema_find_column(&s, 0, STR("id"))].autoincrement);
    assert_int_equal(got.tables[0].n_uniques, 1);
    assert_int_equal(got.tables[0].uniques[0].count, 0);
}

static void test_no_database(void **state)
{
    struct described *d = *state;
    struct description got;
    struct err e;
    assert_int_equal(database_describe("/nonexistent", &d->arena, &got, &e), E_DB);
    assert_string_equal(e.file, "/nonexistent");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_tables, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_described_views, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_generated, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_keys, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_schema, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_declaration, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_database, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
