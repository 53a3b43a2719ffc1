/* table_shuffle.c: list the tables of a schema in another order (TS, MT-TEQL §3.2).
 *
 * Always holds: SQL has no order of tables. A schema of one table has only one order. */
#include "base/permutation.h"
#include "migration/change.h"
#include "migration/migration.h"
#include "relation/refusal.h"
#include "relation/relation.h"

static uint64_t count_orders(struct arena *a, const struct relation_seed *s, const void **plan)
{
    (void)a;
    *plan = NULL;
    refuse_unless(s, s->schema->n_tables > 1, REFUSED_ONE_TABLE);
    return permutation_count(s->schema->n_tables);
}

static bool make_table_order(struct arena *a, const struct relation_seed *s, const void *plan,
                             uint64_t i, struct test_case *out)
{
    (void)plan;
    const struct schema *schema = s->schema;
    const uint32_t *order = permutation_make(a, schema->n_tables, i + 1);
    struct change change;
    change_begin(&change);
    json_key(&change.json, STR("tables"));
    json_array_open(&change.json);
    for (uint32_t t = 0; t < schema->n_tables; t++)
        json_put_str(&change.json, schema->tables[order[t]].name);
    json_array_close(&change.json);
    out->migration = migration_reorder_tables(a, schema, order);
    out->change = change_end(&change, a);
    return true;
}

const struct relation relation_TS = {
    .id = "TS",
    .name = "table shuffle",
    .family = "mt-teql",
    .text = {.summary = "the tables come in another order",
             .what = "The tables of the schema are listed in another order.",
             .before = "customer (id, name, city, age)\nproduct (id, title, price)",
             .after = "product (id, title, price)\ncustomer (id, name, city, age)",
             .answer = "The answer stays: the order of tables has no meaning in SQL.",
             .page = "docs/reference/schema-relations.md"},
    .count = count_orders,
    .make = make_table_order,
};
