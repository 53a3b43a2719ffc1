/* flattening.c: fold a table into the only one that refers to it (FL, MT-TEQL §3.2).
 *
 * The columns of the folded table, but for its key, become columns of the table that refers to it.
 * Holds where the key is unique, exactly one foreign key ends at the table, and the query does not
 * read it: then a left join neither drops nor repeats rows. So not applied to a table that refers
 * to itself, to a target that several keys share (a composite key counts as several), and where the
 * key is not the whole primary key. The referring table gets more columns, so not where `*` stands
 * for them. */
#include "relation/change.h"
#include "relation/fresh_name.h"
#include "relation/migration.h"
#include "relation/relation.h"
#include "relation/table_use.h"

static uint32_t table_of(const struct schema *s, uint32_t column)
{
    return s->columns[column].table;
}

/* Is the key's target the one column of its table's primary key? */
static bool is_unique(const struct schema *s, uint32_t column)
{
    const struct schema_table *t = &s->tables[table_of(s, column)];
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_columns; i++)
        n += s->columns[t->columns[i]].primary;
    return n == 1 && s->columns[column].primary;
}

/* The only key that ends at the table it ends at? The same pair of columns twice is one key. */
static bool is_only(const struct schema *s, uint32_t key)
{
    const struct schema_foreign_key *k = &s->foreign_keys[key];
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        const struct schema_foreign_key *other = &s->foreign_keys[i];
        bool same = other->from == k->from && other->to == k->to;
        if (same ? i < key : table_of(s, other->to) == table_of(s, k->to))
            return false;
    }
    return true;
}

static uint64_t count(struct arena *a, const struct relation_seed *s, const void **plan)
{
    const struct schema *schema = s->schema;
    struct table_use use = table_use_of(a, s);
    uint32_t *keys = ARENA_ARRAY(a, uint32_t, schema->n_foreign_keys);
    uint32_t n = 0;
    for (uint32_t i = 0; i < schema->n_foreign_keys; i++) {
        uint32_t from = table_of(schema, schema->foreign_keys[i].from);
        uint32_t to = table_of(schema, schema->foreign_keys[i].to);
        if (from != to && !s->table_read[to] && !use.starred[from] && !use.fixed[from] &&
            schema->tables[to].n_columns > 1 && is_unique(schema, schema->foreign_keys[i].to) &&
            is_only(schema, i))
            keys[n++] = i;
    }
    *plan = keys;
    return n;
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
static bool name_column(struct arena *a, const struct relation_seed *s, uint32_t column,
                        struct migration_fold_name *out)
{
    const struct schema_column *c = &s->schema->columns[column];
    const struct schema_table *t = &s->schema->tables[c->table];
    *out = (struct migration_fold_name){c->name, c->natural};
    if (!taken_outside(s->schema, c->table, c->name))
        return true;
    out->name = name_written_like(a, c->name,
                                  arena_printf(a, "%.*s %.*s", STR_ARG(t->name), STR_ARG(c->name)));
    out->natural = arena_printf(a, "%.*s %.*s", STR_ARG(t->natural), STR_ARG(c->natural));
    return name_is_fresh(a, s, out->name);
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
                 struct variant *out)
{
    uint32_t key = ((const uint32_t *)plan)[i];
    uint32_t to = s->schema->foreign_keys[key].to;
    const struct schema_table *folded = &s->schema->tables[table_of(s->schema, to)];
    struct migration_fold_name *names =
        ARENA_ARRAY(a, struct migration_fold_name, folded->n_columns);
    for (uint32_t c = 0; c < folded->n_columns; c++)
        if (folded->columns[c] != to && !name_column(a, s, folded->columns[c], &names[c]))
            return false;
    *out = (struct variant){s->seed->question, migration_fold_table(a, s->schema, key, names),
                            describe(a, s->schema, key, names)};
    return true;
}

const struct relation relation_FL = {"FL", "flattening", "mt-teql", RELATION_SCHEMA, count, make};
