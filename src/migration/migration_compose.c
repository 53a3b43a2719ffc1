/* migration_compose.c: two migrations, one after the other, as one.
 *
 * The second names columns of the schema between the two. A column that it copies is what the first
 * made of an old one. A column that it computes must come from an old one that the first copied. */
#include "migration/migration.h"

/* The two, and where the columns of the schema between them are in the first. */
struct composition {
    const struct migration *first, *second;
    const struct migration_table **tables; /* by column of the schema between, which begin at 1 … */
    uint32_t *positions;                   /* … as migration_schema has them */
};

static struct composition composition_of(struct arena *a, const struct migration *first,
                                         const struct migration *second)
{
    struct composition x = {.first = first, .second = second};
    uint32_t n = second->old->n_columns, id = SCHEMA_STAR + 1;
    x.tables = arena_zalloc(a, n * sizeof *x.tables);
    x.positions = arena_zalloc(a, n * sizeof *x.positions);
    for (uint32_t t = 0; t < first->n_tables; t++)
        for (uint32_t i = 0; i < first->tables[t].n_columns; i++, id++) {
            x.tables[id] = &first->tables[t];
            x.positions[id] = i;
        }
    return x;
}

/* How the first made column `id` of the schema between. */
static struct migration_column column_between(const struct composition *x, uint32_t id)
{
    return migration_column_of(x->first, x->tables[id], x->positions[id]);
}

/* The original of column `id` of the schema between; SCHEMA_NONE if it is computed. */
static uint32_t old_column(const struct composition *x, uint32_t id)
{
    struct migration_column c = column_between(x, id);
    return c.source == MIGRATION_COPY ? c.old : SCHEMA_NONE;
}

static bool is_folded(const struct migration_table *t)
{
    return t->fold.from != SCHEMA_NONE;
}

/* Are its rows those of the old table, one for one? */
static bool has_old_rows(const struct migration_table *t)
{
    return !t->split && !is_folded(t);
}

/* Columns */

static bool compose_column(const struct composition *x, const struct migration_table *t,
                           const struct migration_column *c, struct migration_column *out)
{
    *out = *c;
    if (c->source == MIGRATION_COPY && !t->split) { /* all but its name and key */
        struct migration_column before = column_between(x, c->old);
        out->source = before.source;
        out->old = before.old;
        out->values = before.values;
        out->mapping = before.mapping;
        return true;
    }
    if (c->source == MIGRATION_INVENTED || c->source == MIGRATION_KEY)
        return true;
    out->old = old_column(x, c->old);
    return out->old != SCHEMA_NONE &&
           (c->source != MIGRATION_JOINED || has_old_rows(x->tables[c->old]));
}

/* Tables */

static bool compose_fold(const struct composition *x, const struct migration_table *before,
                         const struct migration_table *t, struct migration_table *out)
{
    out->fold = before->fold;
    if (!is_folded(t))
        return true;
    out->fold.from = old_column(x, t->fold.from);
    out->fold.to = old_column(x, t->fold.to);
    return has_old_rows(before) && has_old_rows(x->tables[t->fold.to]) &&
           out->fold.from != SCHEMA_NONE && out->fold.to != SCHEMA_NONE;
}

static bool compose_table(struct arena *a, const struct composition *x,
                          const struct migration_table *t, struct migration_table *out)
{
    const struct migration_table *before = &x->first->tables[t->base];
    *out = *t;
    out->base = before->base;
    out->split = t->split || before->split;
    out->changed = t->changed || before->changed;
    out->keyless = t->keyless || before->keyless;
    if (!t->columns && !before->columns)
        return true; /* neither touched it */
    struct migration_column *columns = ARENA_ARRAY(a, struct migration_column, t->n_columns);
    out->columns = columns;
    if ((t->split && !has_old_rows(before)) || !compose_fold(x, before, t, out))
        return false;
    for (uint32_t i = 0; i < t->n_columns; i++) {
        const struct migration_column c = migration_column_of(x->second, t, i);
        if (!compose_column(x, t, &c, &columns[i]))
            return false;
    }
    return true;
}

/* Each lookup still needs its split-off table. */
static bool finds_lookups(const struct migration *m)
{
    for (uint32_t t = 0; t < m->n_tables; t++)
        for (uint32_t i = 0; i < m->tables[t].n_columns && m->tables[t].columns; i++) {
            const struct migration_column *c = &m->tables[t].columns[i];
            if (c->source == MIGRATION_LOOKUP && !migration_split_of(m, c->old))
                return false;
        }
    return true;
}

/* Keys */

/* The old pair that the second forgets; SCHEMA_NONE if the first made it. */
static uint32_t old_key(const struct composition *x, uint32_t key)
{
    const struct schema *old = x->first->old;
    struct schema_foreign_key between = x->second->old->foreign_keys[key];
    uint32_t from = old_column(x, between.from), to = old_column(x, between.to);
    for (uint32_t i = 0; i < old->n_foreign_keys; i++)
        if (old->foreign_keys[i].from == from && old->foreign_keys[i].to == to)
            return i;
    return SCHEMA_NONE;
}

/* Only one key can be forgotten. Keys of the second are between the new tables already. */
static bool compose_keys(const struct composition *x, struct migration *out)
{
    out->foreign_keys = x->second->foreign_keys;
    out->n_foreign_keys = x->second->n_foreign_keys;
    out->key_first = x->second->key_first;
    out->forgotten = x->first->forgotten;
    if (x->second->forgotten == SCHEMA_NONE)
        return true;
    out->forgotten = old_key(x, x->second->forgotten);
    return x->first->forgotten == SCHEMA_NONE && out->forgotten != SCHEMA_NONE;
}

const struct migration *migration_compose(struct arena *a, const struct migration *first,
                                          const struct migration *second)
{
    struct composition x = composition_of(a, first, second);
    struct migration *m = ARENA_NEW(a, struct migration);
    *m = (struct migration){.old = first->old, .n_tables = second->n_tables};
    m->tables = ARENA_ARRAY(a, struct migration_table, m->n_tables);
    if (!compose_keys(&x, m))
        return NULL;
    for (uint32_t t = 0; t < m->n_tables; t++)
        if (!compose_table(a, &x, &second->tables[t], &m->tables[t]))
            return NULL;
    return finds_lookups(m) ? m : NULL;
}
