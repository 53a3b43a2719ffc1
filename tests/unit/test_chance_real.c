/* test_chance_real.c: the gold queries of Spider-dev whose answers depend on how rows are stored.
 *
 * The prover says which they are. Their number was found apart from it, on copies of the databases
 * with the rows reversed and in twenty random orders. */
#include "shared.h"
#include "sure.h"
#include "unit.h"

#include "dataset/dataset.h"
#include "sql/parse.h"

enum { OF_CHANCE = 28 };

static bool orders_rows(struct arena *a, struct str sql)
{
    struct sql_stmt stmt;
    struct err e;
    assert_int_equal(sql_parse(a, sql, &stmt, &e), OK);
    return stmt.query->order.count > 0;
}

/* A key that is forgotten changes no answer but by chance. */
static enum proof_outcome outcome_of(struct prover *p, struct arena *a, const struct seed *s)
{
    struct proof_task task = {.database = s->database.ptr,
                              .gold = s->query,
                              .ordered = orders_rows(a, s->query),
                              .migration = migration_forget_primary_key(a, s->schema, 0)};
    return sure_proof(p, &task).outcome;
}

/* LIMIT, or a column that is not grouped by: nothing else in these queries can choose a row. */
static bool may_choose(struct arena *a, struct str sql)
{
    struct str lower = arena_str_lower(a, sql);
    return str_find(lower, STR("limit"), 0) < lower.len ||
           str_find(lower, STR("group by"), 0) < lower.len;
}

static void test_spider_dev(void **state)
{
    (void)state;
    struct arena a = {0};
    struct dataset dataset;
    struct prover *prover = prover_new(&proof_defaults, 1);
    struct err e;
    uint32_t of_chance = 0;
    if (!shared_present())
        skip();
    assert_int_equal(
        dataset_load(&dataset, &(struct dataset_source){.data = shared_path(&a, "spider")}, &e),
        OK);
    for (uint32_t i = 0; i < dataset.n_seeds; i++) {
        const struct seed *s = &dataset.seeds[i];
        enum proof_outcome outcome = outcome_of(prover, &a, s);
        assert_true(outcome == PROOF_PROVED || outcome == PROOF_CHANCE);
        assert_true(outcome == PROOF_PROVED || may_choose(&a, s->query));
        of_chance += outcome == PROOF_CHANCE;
    }
    assert_int_equal(of_chance, OF_CHANCE);
    prover_free(prover);
    dataset_release(&dataset);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_spider_dev)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
