/* test_canonical.c: pairs that are not sound are rejected; drawing is fair. */
#include "unit.h"

#include "canonical/canonical_check.h"
#include "canonical/canonical_tables.h"
#include "fixture.h"

static const char ddl[] =
    "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT, age INTEGER, height REAL);"
    "INSERT INTO people VALUES(1, 'Ann', 31, 1.6), (2, 'Bob', 42, 1.8), (3, 'Cleo', 42, NULL);"
    "CREATE TABLE hats(hat TEXT, size INTEGER);";

static struct office {
    struct arena arena;
    const char *path;
    struct schema schema;
    struct dataset_subject subject, without;
    struct canonical_checker *checker;
} o;

static int set_up(void **state)
{
    (void)state;
    struct err e;
    o = (struct office){0};
    o.path = fixture_create(&o.arena, ddl);
    assert_int_equal(schema_from_database(&o.arena, o.path, STR("office"), &o.schema, &e), OK);
    o.subject = (struct dataset_subject){&o.schema, str_from(o.path)};
    o.without = (struct dataset_subject){&o.schema, {NULL, 0}};
    o.checker = canonical_checker_new(1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    canonical_checker_free(o.checker);
    fixture_remove(o.path);
    arena_release(&o.arena);
    return 0;
}

static enum canonical_rejection check_over(const struct dataset_subject *subject,
                                           struct grammar_rule rule, const char *query)
{
    enum canonical_rejection out;
    struct err e;
    assert_int_equal(canonical_check(o.checker, &rule, subject, str_from(query), &out, &e), OK);
    return out;
}

static enum canonical_rejection check(struct grammar_rule rule, const char *query)
{
    return check_over(&o.subject, rule, query);
}

static const struct grammar_rule ANY = {.is_phrase = false};
static const struct grammar_rule SOME = {.some_rows = true};
static const struct grammar_rule PART = {.some_rows = true, .not_all_rows = true};
static const struct grammar_rule UNTIED = {.no_ties = true};

static void test_runs(void **state)
{
    (void)state;
    assert_int_equal(check(ANY, "SELECT name FROM people"), CANONICAL_SOUND);
    assert_int_equal(check(ANY, "SELECT shoe FROM people"), CANONICAL_FAILS);
    assert_true(str_eq(canonical_checker_failure(o.checker), STR("no such column: shoe")));
    assert_int_equal(check_over(&o.without, PART, "SELECT name FROM people WHERE age = 1"),
                     CANONICAL_SOUND);
    assert_int_equal(check_over(&o.without, ANY, "SELECT shoe FROM people"), CANONICAL_FAILS);
}

/* The clock does not end an endless query: it would take a minute. */
static void test_steps(void **state)
{
    (void)state;
    static const char endless[] = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
                                  " SELECT count(*) FROM n";
    int64_t start = monotonic_ns();
    assert_int_equal(check(ANY, endless), CANONICAL_TOO_MANY_STEPS);
    assert_true(monotonic_ns() - start < 50000000000);
}

static void test_rows(void **state)
{
    (void)state;
    assert_int_equal(check(SOME, "SELECT name FROM people WHERE age = 1"), CANONICAL_NO_ROWS);
    assert_int_equal(check(ANY, "SELECT name FROM people WHERE age = 1"), CANONICAL_SOUND);
    assert_int_equal(check(SOME, "SELECT count(*) FROM hats"), CANONICAL_NO_ROWS);
    assert_int_equal(check(SOME, "SELECT max(size) FROM hats"), CANONICAL_NO_ROWS);
    assert_int_equal(check(PART, "SELECT name FROM people WHERE age > 1"), CANONICAL_ALL_ROWS);
    assert_int_equal(check(SOME, "SELECT name FROM people WHERE age > 1"), CANONICAL_SOUND);
    assert_int_equal(check(PART, "SELECT name FROM people WHERE age > 31"), CANONICAL_SOUND);
}

/* The text before and after the conditions is part of the comparison. */
static void test_all_rows(void **state)
{
    (void)state;
    assert_int_equal(check(PART, "SELECT age FROM people GROUP BY age HAVING count(*) > 0"),
                     CANONICAL_ALL_ROWS);
    assert_int_equal(check(PART, "SELECT age FROM people GROUP BY age HAVING count(*) > 1"),
                     CANONICAL_SOUND);
    assert_int_equal(check(PART, "SELECT name FROM people INTERSECT SELECT name FROM people"),
                     CANONICAL_ALL_ROWS);
    assert_int_equal(check(PART, "SELECT name FROM people EXCEPT SELECT name FROM people WHERE "
                                 "age = 31"),
                     CANONICAL_SOUND);
}

/* Counts of one database do not hold for another. */
static void test_other_database(void **state)
{
    (void)state;
    static const char query[] = "SELECT name FROM people WHERE age > 31";
    const char *path =
        fixture_create(&o.arena, "CREATE TABLE people(name TEXT, age INTEGER);"
                                 "INSERT INTO people VALUES('Dan', 50), ('Eva', 60);");
    struct dataset_subject other = {&o.schema, str_from(path)};
    for (int again = 0; again < 2; again++) {
        assert_int_equal(check(PART, query), CANONICAL_SOUND);
        assert_int_equal(check_over(&other, PART, query), CANONICAL_ALL_ROWS);
    }
    fixture_remove(path);
}

static void test_ties(void **state)
{
    (void)state;
    assert_int_equal(check(UNTIED, "SELECT name FROM people ORDER BY age DESC LIMIT 1"),
                     CANONICAL_TIED);
    assert_int_equal(check(ANY, "SELECT name FROM people ORDER BY age DESC LIMIT 1"),
                     CANONICAL_SOUND);
    assert_int_equal(check(UNTIED, "SELECT name FROM people ORDER BY age LIMIT 1"),
                     CANONICAL_SOUND);
    assert_int_equal(check(UNTIED, "SELECT age FROM people ORDER BY age DESC LIMIT 1"),
                     CANONICAL_SOUND); /* both say the same */
    assert_int_equal(check(UNTIED, "SELECT name FROM people ORDER BY age"), CANONICAL_TIED);
    assert_int_equal(check(UNTIED, "SELECT name FROM people LIMIT 1"), CANONICAL_TIED);
    assert_int_equal(check(UNTIED, "SELECT name, max(height) FROM people"), CANONICAL_SOUND);
    assert_int_equal(check(UNTIED, "SELECT name FROM people ORDER BY height LIMIT 1"),
                     CANONICAL_NULL_FIRST);
}

static void test_names(void **state)
{
    (void)state;
    assert_string_equal(canonical_rejection_name(CANONICAL_TIED), "tied rows");
    assert_string_equal(canonical_rejection_name(CANONICAL_AMBIGUOUS), "ambiguous");
}

/* A chain of tables, each of which refers to the one before. */
static struct schema chain_of(struct arena *a, uint32_t n)
{
    struct schema s = {.db_id = STR("chain"), .n_tables = n, .n_columns = n + 1};
    s.tables = arena_zalloc(a, n * sizeof *s.tables);
    s.columns = arena_zalloc(a, (n + 1) * sizeof *s.columns);
    s.foreign_keys = arena_zalloc(a, n * sizeof *s.foreign_keys);
    for (uint32_t t = 0; t < n; t++)
        s.columns[t + 1].table = t;
    for (uint32_t t = 1; t < n; t++)
        s.foreign_keys[s.n_foreign_keys++] = (struct schema_foreign_key){t + 1, t};
    return s;
}

static uint32_t count_taken(const bool *taken, uint32_t n)
{
    uint32_t count = 0;
    for (uint32_t t = 0; t < n; t++)
        count += taken[t];
    return count;
}

static void test_tables(void **state)
{
    (void)state;
    struct arena a = {0};
    enum { N = 50 };
    struct schema s = chain_of(&a, N);
    uint32_t drawn[N] = {0};
    assert_int_equal(count_taken(canonical_tables(&a, &s, 0, 1), N), N);
    assert_int_equal(count_taken(canonical_tables(&a, &s, N, 1), N), N);
    for (uint32_t seed = 0; seed < 500; seed++) {
        const bool *taken = canonical_tables(&a, &s, 6, seed);
        uint32_t linked = 0;
        assert_int_equal(count_taken(taken, N), 6);
        for (uint32_t t = 0; t < N; t++) {
            drawn[t] += taken[t];
            linked += t > 0 && taken[t] && taken[t - 1];
        }
        assert_true(linked >= 2);
    }
    for (uint32_t t = 0; t < N; t++)
        assert_in_range(drawn[t], 20, 110); /* 60 are to be expected */
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runs),           cmocka_unit_test(test_steps),
        cmocka_unit_test(test_rows),           cmocka_unit_test(test_all_rows),
        cmocka_unit_test(test_other_database), cmocka_unit_test(test_ties),
        cmocka_unit_test(test_names),          cmocka_unit_test(test_tables)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
