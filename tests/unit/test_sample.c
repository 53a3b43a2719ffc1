/* test_sample.c: some rows of each table, and all that they refer to. */
#include "fixture.h"
#include "own_folder.h"
#include "unit.h"

#include "store/sample.h"

#include <stdlib.h>
#include <unistd.h>

/* A shop: two tables deep, and a key of two columns. Employees have bosses, one above the other. A
 * table without rowids; one whose rowids are all multiples of a large number; a key that only a
 * list of schemas knows (note.about); one that refers to nothing. */
static const char SHOP_SQL[] =
    "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT);"
    "CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer INT REFERENCES customer(id));"
    "CREATE TABLE line (purchase INT REFERENCES purchase(id), product TEXT, size TEXT,"
    "  FOREIGN KEY (product, size) REFERENCES article(product, size));"
    "CREATE TABLE article (product TEXT, size TEXT, price REAL, PRIMARY KEY (product, size))"
    "  WITHOUT ROWID;"
    "CREATE TABLE employee (id INTEGER PRIMARY KEY, boss INT REFERENCES employee(id));"
    "CREATE TABLE event (id INTEGER PRIMARY KEY, rowid TEXT, oid TEXT);"
    "CREATE TABLE note (about INT, text TEXT);"
    "CREATE TABLE few (x);"
    "CREATE INDEX by_customer ON purchase(customer);"
    "CREATE VIEW buyer AS SELECT c.name FROM customer c JOIN purchase p ON p.customer = c.id;"
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)"
    "  INSERT INTO customer SELECT i, 'name ' || i FROM n;"
    "INSERT INTO purchase SELECT id, 1 + id * 7 % 2000 FROM customer;"
    "INSERT INTO article SELECT 'product ' || (id % 300), id / 300, id FROM customer;"
    "INSERT INTO line SELECT id, 'product ' || (id % 300), CAST(id / 300 AS TEXT) FROM customer;"
    "INSERT INTO employee SELECT id, CASE WHEN id > 1 AND id < 900 THEN id - 1 END FROM customer;"
    "INSERT INTO event SELECT id * 8589934592, id, id FROM customer;"
    "INSERT INTO note SELECT 2001 - id, 'about ' || id FROM customer;"
    "INSERT INTO note VALUES (99999, 'nobody'), (NULL, 'nothing');"
    "INSERT INTO few VALUES (1), (2), (3);";

enum { ROWS = 50 };

struct place {
    struct arena arena;
    const char *original, *path;
};

static int set_up(void **state)
{
    static struct place p;
    p = (struct place){0};
    p.original = fixture_create(&p.arena, SHOP_SQL);
    p.path = arena_str(&p.arena, str_from(in_folder("sample.sqlite"))).ptr;
    *state = &p;
    return 0;
}

static int tear_down(void **state)
{
    struct place *p = *state;
    fixture_remove(p->original);
    unlink(p->path);
    arena_release(&p->arena);
    return 0;
}

static int64_t number(struct place *p, const char *sql)
{
    struct rows r = fixture_query(&p->arena, p->path, sql);
    assert_int_equal(r.n_rows, 1);
    return rows_at(&r, 0, 0)->integer;
}

static struct sample_size sampled(struct place *p, const struct schema *known, uint32_t rows)
{
    struct sample_size size;
    struct err e;
    assert_int_equal(database_sample(p->original, known, rows, p->path, &size, NULL, &e), OK);
    return size;
}

static void expect_about(int64_t n, int64_t wanted)
{
    assert_in_range(n, wanted / 2, wanted);
}

/* No kept row refers to one that is there in the original, and not in the sample. */
static void test_keys(void **state)
{
    struct place *p = *state;
    sampled(p, NULL, ROWS);
    assert_int_equal(number(p, "SELECT count(*) FROM purchase WHERE customer NOT IN "
                               "(SELECT id FROM customer)"),
                     0);
    assert_int_equal(
        number(p, "SELECT count(*) FROM line WHERE purchase NOT IN (SELECT id FROM purchase)"), 0);
    assert_int_equal(number(p, "SELECT count(*) FROM line WHERE (product, size) NOT IN "
                               "(SELECT product, size FROM article)"),
                     0);
    assert_int_equal(number(p, "SELECT count(*) FROM employee WHERE boss NOT IN "
                               "(SELECT id FROM employee)"),
                     0);
}

/* A table to which nothing refers has about as many rows as wanted; a small table is whole. */
static void test_rows(void **state)
{
    struct place *p = *state;
    struct sample_size size = sampled(p, NULL, ROWS);
    expect_about(number(p, "SELECT count(*) FROM line"), ROWS);
    expect_about(number(p, "SELECT count(*) FROM event"), ROWS);
    expect_about(number(p, "SELECT count(*) FROM note"), ROWS);
    assert_in_range(number(p, "SELECT count(*) FROM purchase"), ROWS / 2, 2 * ROWS);
    assert_in_range(number(p, "SELECT count(*) FROM customer"), ROWS / 2, 3 * ROWS);
    assert_in_range(number(p, "SELECT count(*) FROM article"), ROWS / 2, 2 * ROWS);
    assert_true(number(p, "SELECT count(*) FROM employee") >= 800); /* up to the head of all */
    assert_int_equal(number(p, "SELECT count(*) FROM few"), 3);
    assert_int_equal(number(p, "SELECT max(id) > 1900 AND min(id) < 100 FROM customer"), 1);
    assert_int_equal(size.rows_before, 7 * 2000 + 2 + 3);
    assert_true(size.rows_after < 2000);
}

/* What is declared is declared as it was. */
static void test_declared(void **state)
{
    struct place *p = *state;
    sampled(p, NULL, ROWS);
    assert_int_equal(number(p, "SELECT count(*) FROM sqlite_master WHERE name = 'by_customer'"), 1);
    assert_true(number(p, "SELECT count(*) FROM buyer") >= ROWS / 2);
    assert_int_equal(number(p, "SELECT count(*) FROM sqlite_master WHERE sql LIKE '%WITHOUT%'"), 1);
}

/* Keys that the database does not declare count too. */
static void test_known_keys(void **state)
{
    struct place *p = *state;
    struct schema known;
    struct err e;
    static const char MISSING[] =
        "SELECT count(*) FROM note WHERE about < 9999 AND about NOT IN (SELECT id FROM customer)";
    sampled(p, NULL, ROWS);
    assert_true(number(p, MISSING) > 0);
    assert_int_equal(schema_from_database(&p->arena, p->original, STR("shop"), &known, &e), OK);
    uint32_t customer = schema_find_table(&known, STR("customer")),
             note = schema_find_table(&known, STR("note"));
    struct schema_foreign_key *keys =
        ARENA_ARRAY(&p->arena, struct schema_foreign_key, known.n_foreign_keys + 1);
    keys[0] = (struct schema_foreign_key){schema_find_column(&known, note, STR("about")),
                                          schema_find_column(&known, customer, STR("id"))};
    known.foreign_keys = keys;
    known.n_foreign_keys = 1;
    known.key_first = NULL;
    sampled(p, &known, ROWS);
    assert_int_equal(number(p, MISSING), 0);
}

/* The same rows every time; more than there are is all of them. */
static void test_again(void **state)
{
    struct place *p = *state;
    static const char SUM[] = "SELECT (SELECT sum(id) FROM customer) + (SELECT sum(id) FROM event)";
    sampled(p, NULL, ROWS);
    int64_t sum = number(p, SUM);
    sampled(p, NULL, ROWS);
    assert_int_equal(number(p, SUM), sum);
    struct sample_size size = sampled(p, NULL, 5000);
    assert_int_equal(size.rows_after, size.rows_before);
    assert_int_equal(number(p, "SELECT count(*) FROM line"), 2000);
}

static void test_refused(void **state)
{
    struct place *p = *state;
    struct sample_size size;
    struct err e;
    assert_int_not_equal(database_sample("/nowhere.sqlite", NULL, ROWS, p->path, &size, NULL, &e),
                         OK);
    assert_int_not_equal(access(p->path, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_keys, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_rows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_declared, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_known_keys, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, own_folder_make, own_folder_remove);
}
