/* flattening.c: fold a table into the only one that refers to it (FL, MT-TEQL §3.2).
 *
 * The columns of the folded table, but for its key, become columns of the table that refers to it.
 * Holds where the key is unique, exactly one foreign key ends at the table, and the query does not
 * read it: then a left join neither drops nor repeats rows. So not applied to a table that refers
 * to itself, to a target that several keys share, and where the key is not the whole primary key.
 * The referring table gets more columns, so not where `*` stands for them. */
#include "relation/change.h"
#include "relation/fresh_name.h"
#include "relation/key_use.h"
#include "relation/migration.h"
#include "relation/refusal.h"
#include "relation/schema/built_name.h"
#include "relation/table_use.h"

struct fold {
    uint32_t key;                            /* foreign key, by number */
    const struct migration_fold_name *names; /* by place in the folded table */
};

static uint32_t table_of(const struct schema *s, uint32_t column)
{
    return s->columns[column].table;
}

static uint32_t primary_columns(const struct schema *s, const struct schema_table *t)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_columns; i++)
        n += s->columns[t->columns[i]].primary;
    return n;
}

/* Does another key end at the table this one ends at? */
static bool is_shared(const struct schema *s, uint32_t key)
{
    const struct schema_foreign_key *k = &s->foreign_keys[key];
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        const struct schema_foreign_key *other = &s->foreign_keys[i];
        bool same = other->from == k->from && other->to == k->to;
        if (!same && table_of(s, other->to) == table_of(s, k->to))
            return true;
    }
    return false;
}

/* May the schema be folded along this key, whatever is asked? */
static bool key_allows(const struct relation_seed *s, uint32_t key)
{
    const struct schema *schema = s->schema;
    struct schema_foreign_key k = schema->foreign_keys[key];
    const struct schema_table *to = &schema->tables[table_of(schema, k.to)];
    bool primary = schema->columns[k.to].primary;
    return refuse_unless(s, !key_listed_before(schema, key), REFUSED_KEY_TWICE) &&
           refuse_unless(s, table_of(schema, k.from) != table_of(schema, k.to),
                         REFUSED_KEY_TO_SELF) &&
           refuse_unless(s, primary, REFUSED_KEY_NOT_UNIQUE) &&
           refuse_unless(s, primary_columns(schema, to) == 1, REFUSED_KEY_COMPOSITE) &&
           refuse_unless(s, !is_shared(schema, key), REFUSED_KEY_SHARED) &&
           refuse_unless(s, to->n_columns > 1, REFUSED_KEY_ALONE);
}

/* Does a table, or a column outside `table`, have the name? Then a query could mean the other one.
 */
static bool taken_outside(const struct schema *s, uint32_t table, struct str name)
{
    if (schema_find_table(s, name) != SCHEMA_NONE)
        return true;
    for (uint32_t t = 0; t < s->n_tables; t++)
        if (t != table && schema_find_column(s, t, name) != SCHEMA_NONE)
            return true;
    return false;
}

/* A column keeps its name where it can, else it is named after its table too. */
static bool name_column(struct arena *a, const struct schema *s, const struct taken_names *taken,
                        uint32_t column, struct migration_fold_name *out)
{
    const struct schema_column *c = &s->columns[column];
    const struct schema_table *t = &s->tables[c->table];
    *out = (struct migration_fold_name){c->name, c->natural};
    if (!taken_outside(s, c->table, c->name))
        return true;
    out->name = name_written_like(a, c->name,
                                  arena_printf(a, "%.*s %.*s", STR_ARG(t->name), STR_ARG(c->name)));
    out->natural = arena_printf(a, "%.*s %.*s", STR_ARG(t->natural), STR_ARG(c->natural));
    return name_is_fresh(a, taken, out->name);
}

/* Names for the columns of the table that key `to` belongs to. False where one would collide. */
static bool name_columns(struct arena *a, const struct relation_seed *s,
                         const struct taken_names *taken, struct fold *f)
{
    uint32_t to = s->schema->foreign_keys[f->key].to;
    const struct schema_table *folded = &s->schema->tables[table_of(s->schema, to)];
    struct migration_fold_name *names =
        ARENA_ARRAY(a, struct migration_fold_name, folded->n_columns);
    f->names = names;
    for (uint32_t c = 0; c < folded->n_columns; c++)
        if (folded->columns[c] != to &&
            !name_column(a, s->schema, taken, folded->columns[c], &names[c]))
            return false;
    return true;
}

static uint64_t count(struct arena *a, const struct relation_seed *s, const void **plan)
{
    const struct schema *schema = s->schema;
    struct table_use use = table_use_of(a, s);
    struct taken_names taken = taken_names_of(a, s);
    struct fold *folds = ARENA_ARRAY(a, struct fold, schema->n_foreign_keys);
    uint32_t n = 0;
    for (uint32_t i = 0; i < schema->n_foreign_keys; i++) {
        uint32_t from = table_of(schema, schema->foreign_keys[i].from);
        uint32_t to = table_of(schema, schema->foreign_keys[i].to);
        folds[n].key = i;
        if (key_allows(s, i) && refuse_unless(s, !s->table_read[to], REFUSED_TABLE_READ) &&
            table_is_free(s, &use, from) &&
            refuse_unless(s, name_columns(a, s, &taken, &folds[n]), REFUSED_NAME_TAKEN))
            n++;
    }
    *plan = folds;
    return n;
}

static struct str describe(struct arena *a, const struct schema *s, uint32_t key,
                           const struct migration_fold_name *names)
{
    struct schema_foreign_key k = s->foreign_keys[key];
    const struct schema_table *folded = &s->tables[table_of(s, k.to)];
    struct change change;
    change_begin(&change);
    change_put(&change, "folded", folded->name);
    change_put(&change, "into", s->tables[table_of(s, k.from)].name);
    change_put_column(&change, "by", s, k.from);
    json_key(&change.json, STR("columns"));
    json_array_open(&change.json);
    for (uint32_t i = 0; i < folded->n_columns; i++)
        if (folded->columns[i] != k.to)
            json_put_str(&change.json, names[i].name);
    json_array_close(&change.json);
    return change_end(&change, a);
}

static bool make(struct arena *a, const struct relation_seed *s, const void *plan, uint64_t i,
                 struct test_case *out)
{
    const struct fold *f = (const struct fold *)plan + i;
    out->migration = migration_fold_table(a, s->schema, f->key, f->names);
    out->change = describe(a, s->schema, f->key, f->names);
    return true;
}

const struct relation relation_FL = {
    "FL",
    "flattening",
    "mt-teql",
    {.summary = "a table is folded into another one",
     .what = "A table disappears, and its columns become columns of the table that refers to it.",
     .before = "product (id, title, price)\npurchase (id, customer_id → customer, product_id → "
               "product, quantity, bought_on)",
     .after =
         "purchase (id, customer_id → customer, product_id, quantity, bought_on, title, price)",
     .answer =
         "The answer stays: the query does not read the table, and no row is lost or repeated.",
     .page = "docs/schema-relations.md"},
    count,
    make,
};
