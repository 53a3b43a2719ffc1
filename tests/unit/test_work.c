/* test_work.c: the work of seeds, by the size of their database and by the cost of its queries. */
#include "fixture.h"
#include "unit.h"

#include "suite/work.h"

#include <stdio.h>

/* A database with a table of this many rows. */
static const char *database_of(struct arena *a, int rows)
{
    return fixture_create(a, arena_printf(a,
                                          "CREATE TABLE t(a); WITH RECURSIVE n(i) AS (SELECT 1"
                                          " UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
                                          " INSERT INTO t SELECT i FROM n",
                                          rows)
                                 .ptr);
}

static struct seed seed_of(const char *database, const char *query)
{
    return (struct seed){.database = str_from(database), .query = str_from(query)};
}

static const char COUNT[] = "SELECT count(DISTINCT a) FROM t";
static const char ENDLESS[] =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";

static const uint64_t *proof_work(struct arena *a, const struct seed *seeds, uint32_t n)
{
    const uint64_t *work;
    struct err e;
    assert_int_equal(seeds_proof_work(a, seeds, n, &work, &e), OK);
    return work;
}

/* All seeds of a database count the same, wherever they are: the cost of its queries. */
static void by_what_queries_take(void **state)
{
    (void)state;
    struct arena a = {0};
    const char *small = database_of(&a, 10), *large = database_of(&a, 5000);
    const struct seed seeds[] = {
        seed_of(small, COUNT),         seed_of(large, COUNT), seed_of(small, "SELECT a FROM t"),
        seed_of(large, "SELECT 1"),    seed_of(NULL, COUNT),  seed_of("/nonexistent", COUNT),
        seed_of(large, "no query at"),
    };
    const uint64_t *work = proof_work(&a, seeds, 7);
    assert_int_equal(work[0], work[2]);
    assert_int_equal(work[1], work[3]);
    assert_int_equal(work[1], work[6]);
    assert_true(work[1] > 2 * work[0]);
    assert_true(work[4] > 0 && work[4] <= work[0]);
    assert_int_equal(work[4], work[5]);
    const uint64_t *again = proof_work(&a, seeds, 7);
    assert_memory_equal(work, again, 7 * sizeof *work);
    fixture_remove(small);
    fixture_remove(large);
    arena_release(&a);
}

/* Four of a database are run, evenly drawn, and none without end. */
static void by_a_sample(void **state)
{
    (void)state;
    enum { N = 80, EACH = N / 4 };
    struct arena a = {0};
    const char *path = database_of(&a, 10);
    struct seed seeds[N];
    for (uint32_t i = 0; i < N; i++)
        seeds[i] = seed_of(path, i % EACH == 0 ? COUNT : ENDLESS);
    uint64_t quick = proof_work(&a, seeds, N)[0];
    seeds[2 * EACH] = seed_of(path, ENDLESS);
    uint64_t slow = proof_work(&a, seeds, N)[0];
    assert_true(slow > 5 * quick);
    for (uint32_t i = 0; i < N; i++)
        seeds[i] = seed_of(path, ENDLESS);
    uint64_t slowest = proof_work(&a, seeds, N)[0];
    assert_true(slowest > 3 * (slow - quick) && slowest < 5 * slow);
    fixture_remove(path);
    arena_release(&a);
}

/* Queries that depend on chance or on the time of day do not count, since two shards would count
 * them differently; nor do they if a view asks for it. The other queries of the database count, or
 * else the cost of every seed. */
static void not_by_chance_or_time(void **state)
{
    static const char *const UNSTEADY[] = {
        "SELECT max(a) FROM t WHERE random() % 2 = 0",
        "SELECT a FROM t WHERE hex(randomblob(1)) < '8'",
        "SELECT a FROM t WHERE strftime('%f', 'now') < '30'",
        "SELECT a FROM t WHERE TIME() < '12'",
        "SELECT a FROM t WHERE CURRENT_TIMESTAMP < '2030'",
        "SELECT * FROM by_chance",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT random() FROM n) SELECT max(i) FROM n",
    };
    (void)state;
    struct arena a = {0};
    const char *path = fixture_create(
        &a, "CREATE TABLE t(a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
            " WHERE i < 300) INSERT INTO t SELECT i FROM n;"
            " CREATE VIEW by_chance AS SELECT a FROM t WHERE random() % 2");
    const struct seed steady = seed_of(path, COUNT), none = seed_of(NULL, COUNT);
    uint64_t by_steady = proof_work(&a, &steady, 1)[0], least = proof_work(&a, &none, 1)[0];
    assert_true(by_steady > least);
    for (size_t i = 0; i < COUNT_OF(UNSTEADY); i++) {
        const struct seed seeds[] = {seed_of(path, UNSTEADY[i]), steady,
                                     seed_of(path, UNSTEADY[i])};
        assert_int_equal(proof_work(&a, seeds, 3)[0], by_steady);
        assert_int_equal(proof_work(&a, seeds, 1)[0], least);
    }
    fixture_remove(path);
    arena_release(&a);
}

/* Nor does the clock decide: a value that would take long is refused on every machine. */
static void not_by_long_values(void **state)
{
    (void)state;
    struct arena a = {0};
    const char *path = database_of(&a, 1000);
    const struct seed seeds[] = {
        seed_of(path, "SELECT sum(length(replace(hex(zeroblob(8000)), '0', 'a'))) FROM t"),
        seed_of(path, "SELECT sum(length(replace(hex(zeroblob(9000)), '0', 'a'))) FROM t"),
    };
    uint64_t within = proof_work(&a, seeds, 1)[0], beyond = proof_work(&a, seeds + 1, 1)[0];
    assert_true(within > 2 * beyond);
    fixture_remove(path);
    arena_release(&a);
}

/* By size, for callers that also ask: more pages are more work, up to a limit. */
static void by_size(void **state)
{
    (void)state;
    struct arena a = {0};
    const char *small = database_of(&a, 10), *large = database_of(&a, 5000);
    const struct seed seeds[] = {seed_of(small, COUNT), seed_of(large, COUNT),
                                 seed_of(NULL, COUNT)};
    const uint64_t *work;
    struct err e;
    assert_int_equal(seeds_work(&a, seeds, 3, &work, &e), OK);
    assert_true(work[2] <= work[0] && work[0] < work[1] && work[1] < 4 * work[2]);
    fixture_remove(small);
    fixture_remove(large);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_what_queries_take),
        cmocka_unit_test(by_a_sample),
        cmocka_unit_test(not_by_chance_or_time),
        cmocka_unit_test(not_by_long_values),
        cmocka_unit_test(by_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
