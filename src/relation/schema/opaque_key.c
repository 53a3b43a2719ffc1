/* opaque_key.c: a foreign key or primary key is no longer declared (OK, MT-TEQL §3.2).
 *
 * Always holds: rows and columns stay, and SELECT does not depend on keys. But an INTEGER PRIMARY
 * KEY is the rowid: it stays if the query reads the rowid, or if a view may. */
#include "migration/change.h"
#include "migration/migration.h"
#include "relation/refusal.h"
#include "relation/relation.h"
#include "relation/table_use.h"
#include "schema/keys.h"

struct forgetting_plan {
    uint32_t *foreign, *tables; /* keys to forget: foreign keys, and tables with a primary key */
    uint32_t n_foreign, n_tables;
};

static bool has_primary_key(const struct schema *s, uint32_t table)
{
    for (uint32_t i = 0; i < s->tables[table].n_columns; i++)
        if (s->columns[s->tables[table].columns[i]].primary)
            return true;
    return false;
}

static uint64_t count_keys(struct arena *a, const struct relation_seed *s, const void **plan)
{
    const struct schema *schema = s->schema;
    struct table_use use = table_use_of(a, s);
    struct forgetting_plan *p = ARENA_NEW(a, struct forgetting_plan);
    p->foreign = ARENA_ARRAY(a, uint32_t, schema->n_foreign_keys);
    p->tables = ARENA_ARRAY(a, uint32_t, schema->n_tables);
    for (uint32_t i = 0; i < schema->n_foreign_keys; i++)
        if (key_span_of(schema, i).first == i &&
            refuse_unless(s, !key_listed_before(schema, i), REFUSED_KEY_TWICE))
            p->foreign[p->n_foreign++] = i;
    for (uint32_t t = 0; t < schema->n_tables; t++)
        if (has_primary_key(schema, t) && table_may_change(s, &use, t))
            p->tables[p->n_tables++] = t;
    *plan = p;
    return (uint64_t)p->n_foreign + p->n_tables;
}

/* Both ends of the key: a column each, or a list of them where the key is composite. */
static void put_ends(struct arena *a, struct change *change, const struct schema *s, uint32_t key)
{
    struct key_span span = key_span_of(s, key);
    uint32_t *from = ARENA_ARRAY(a, uint32_t, span.count);
    uint32_t *to = ARENA_ARRAY(a, uint32_t, span.count);
    for (uint32_t i = 0; i < span.count; i++) {
        from[i] = s->foreign_keys[span.first + i].from;
        to[i] = s->foreign_keys[span.first + i].to;
    }
    change_put_columns(change, "from", s, from, span.count);
    change_put_columns(change, "to", s, to, span.count);
}

static void forget_foreign_key(struct arena *a, const struct schema *s, uint32_t key,
                               struct test_case *out)
{
    struct change change;
    change_begin(&change);
    change_put(&change, "forgotten", STR("foreign key"));
    put_ends(a, &change, s, key);
    out->migration = migration_forget_foreign_key(a, s, key);
    out->change = change_end(&change, a);
}

static void forget_primary_key(struct arena *a, const struct schema *s, uint32_t table,
                               struct test_case *out)
{
    const struct schema_table *t = &s->tables[table];
    struct change change;
    change_begin(&change);
    change_put(&change, "forgotten", STR("primary key"));
    change_put(&change, "table", t->name);
    json_key(&change.json, STR("columns"));
    json_array_open(&change.json);
    for (uint32_t i = 0; i < t->n_columns; i++)
        if (s->columns[t->columns[i]].primary)
            json_put_str(&change.json, s->columns[t->columns[i]].name);
    json_array_close(&change.json);
    out->migration = migration_forget_primary_key(a, s, table);
    out->change = change_end(&change, a);
}

static bool make_opaque_key(struct arena *a, const struct relation_seed *s, const void *plan,
                            uint64_t i, struct test_case *out)
{
    const struct forgetting_plan *p = plan;
    if (i < p->n_foreign)
        forget_foreign_key(a, s->schema, p->foreign[i], out);
    else
        forget_primary_key(a, s->schema, p->tables[i - p->n_foreign], out);
    return true;
}

const struct relation relation_OK = {
    .id = "OK",
    .name = "opaque key",
    .family = "mt-teql",
    .text = {.summary = "a key is no longer declared",
             .what = "A foreign key or a primary key is no longer declared.",
             .before =
                 "purchase (id, customer_id → customer, product_id → product, quantity, bought_on)",
             .after = "purchase (id, customer_id → customer, product_id, quantity, bought_on)",
             .answer =
                 "The answer stays: rows and columns do, and a query does not depend on keys.",
             .page = "docs/reference/schema-relations.md"},
    .count = count_keys,
    .make = make_opaque_key,
};
