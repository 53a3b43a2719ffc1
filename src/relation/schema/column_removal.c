/* column_removal.c: remove a column that the query does not read (CRm, MT-TEQL §3.2).
 *
 * Holds if the resolver finds no read of the column: by name, by `*`, or by USING and NATURAL. A
 * primary key stays, and so does a column that others refer to; a foreign key goes with its column.
 * A table keeps at least one column. */
#include "migration/change.h"
#include "migration/migration.h"
#include "relation/refusal.h"
#include "relation/relation.h"
#include "relation/table_use.h"
#include "schema/keys.h"

static uint64_t count_removals(struct arena *a, const struct relation_seed *s, const void **plan)
{
    const struct schema *schema = s->schema;
    struct table_use use = table_use_of(a, s);
    uint32_t *columns = ARENA_ARRAY(a, uint32_t, schema->n_columns);
    uint32_t n = 0;
    for (uint32_t c = 1; c < schema->n_columns; c++)
        if (column_is_free(s, &use, c) &&
            refuse_unless(s, !(key_use_of(schema, c) & (KEY_PRIMARY | KEY_REFERRED)),
                          REFUSED_COLUMN_OF_KEY) &&
            refuse_unless(s, schema->tables[schema->columns[c].table].n_columns > 1,
                          REFUSED_LAST_COLUMN))
            columns[n++] = c;
    *plan = columns;
    return n;
}

static bool make_removal(struct arena *a, const struct relation_seed *s, const void *plan,
                         uint64_t i, struct test_case *out)
{
    uint32_t column = ((const uint32_t *)plan)[i];
    struct change change;
    change_begin(&change);
    change_put_column(&change, "removed", s->schema, column);
    out->migration = migration_drop_column(a, s->schema, column);
    out->change = change_end(&change, a);
    return true;
}

const struct relation relation_CRm = {
    .id = "CRm",
    .name = "column removal",
    .family = "mt-teql",
    .text = {.summary = "a column that is not read is removed",
             .what = "A column is removed, with its foreign key if it has one.",
             .before = "customer (id, name, city, age)",
             .after = "customer (id, name, age)",
             .answer = "The answer stays: the query does not read the column.",
             .page = "docs/reference/schema-relations.md"},
    .count = count_removals,
    .make = make_removal,
    .spares_reads = true,
};
