/* column_shuffle.c: list the columns of one table in another order (CS, MT-TEQL §3.2).
 *
 * Holds if nothing in the query depends on the order: not for a table that `*` stands for, nor for
 * one whose rowid the query reads.
 *
 * Variants are numbered table after table. If that would be unfair, since a table of ten columns
 * has a thousand times the orders of one of six, the tables take turns. */
#include "base/permutation.h"
#include "migration/change.h"
#include "migration/migration.h"
#include "relation/refusal.h"
#include "relation/relation.h"
#include "relation/table_use.h"

enum { LISTED = 4096 }; /* most variants that are numbered table after table */

struct shuffle_plan {
    uint32_t *tables; /* that may be shuffled */
    uint32_t n_tables;
    bool turns;
};

static uint64_t orders_of_table(const struct relation_seed *s, uint32_t table)
{
    return permutation_count(s->schema->tables[table].n_columns);
}

static uint64_t count_shuffles(struct arena *a, const struct relation_seed *s, const void **plan)
{
    struct table_use use = table_use_of(a, s);
    struct shuffle_plan *p = ARENA_NEW(a, struct shuffle_plan);
    uint64_t all = 0;
    p->tables = ARENA_ARRAY(a, uint32_t, s->schema->n_tables);
    for (uint32_t t = 0; t < s->schema->n_tables; t++) {
        if (!table_is_free(s, &use, t) ||
            !refuse_unless(s, s->schema->tables[t].n_columns > 1, REFUSED_ONE_COLUMN))
            continue;
        p->tables[p->n_tables++] = t;
        p->turns = p->turns || orders_of_table(s, t) > LISTED - all;
        all = p->turns ? 0 : all + orders_of_table(s, t);
    }
    *plan = p;
    return p->turns ? UINT64_MAX : all;
}

/* The table and order that variant `i` stands for. */
static uint32_t find_variant(const struct shuffle_plan *p, const struct relation_seed *s,
                             uint64_t *i)
{
    if (p->turns) {
        uint32_t table = p->tables[*i % p->n_tables];
        *i = *i / p->n_tables % orders_of_table(s, table);
        return table;
    }
    uint32_t k = 0;
    while (*i >= orders_of_table(s, p->tables[k]))
        *i -= orders_of_table(s, p->tables[k++]);
    return p->tables[k];
}

static bool make_shuffle(struct arena *a, const struct relation_seed *s, const void *plan,
                         uint64_t i, struct test_case *out)
{
    uint32_t t = find_variant(plan, s, &i);
    const struct schema_table *table = &s->schema->tables[t];
    const uint32_t *order = permutation_make(a, table->n_columns, i + 1);
    struct change change;
    change_begin(&change);
    change_put(&change, "table", table->name);
    json_key(&change.json, STR("columns"));
    json_array_open(&change.json);
    for (uint32_t c = 0; c < table->n_columns; c++)
        json_put_str(&change.json, s->schema->columns[table->columns[order[c]]].name);
    json_array_close(&change.json);
    out->migration = migration_reorder_columns(a, s->schema, t, order);
    out->change = change_end(&change, a);
    return true;
}

const struct relation relation_CS = {
    .id = "CS",
    .name = "column shuffle",
    .family = "mt-teql",
    .text = {.summary = "columns of a table come in another order",
             .what = "The columns of one table are listed in another order.",
             .before = "customer (id, name, city, age)",
             .after = "customer (city, id, age, name)",
             .answer = "The answer stays: the query does not depend on the order of columns.",
             .page = "docs/reference/schema-relations.md"},
    .count = count_shuffles,
    .make = make_shuffle,
    .spares_reads = true,
};
