/* renaming.c: names from the new schema, all else from the old. */
#include "migration/renaming.h"

static bool same_places(const struct schema *old, const struct schema *new)
{
    bool same = old->n_tables == new->n_tables && old->n_columns == new->n_columns;
    for (uint32_t c = 1; c < old->n_columns && same; c++)
        same = old->columns[c].table == new->columns[c].table &&
               old->columns[c].type == new->columns[c].type;
    return same;
}

static struct migration_table rename_table(struct arena *a, const struct schema *old,
                                           const struct schema *new, uint32_t t)
{
    const struct schema_table *from = &old->tables[t], *to = &new->tables[t];
    struct migration_column *columns = ARENA_ARRAY(a, struct migration_column, from->n_columns);
    bool changed = !str_eq_nocase(from->name, to->name);
    for (uint32_t i = 0; i < from->n_columns; i++) {
        uint32_t id = from->columns[i]; /* the same in both: they have the same places */
        columns[i] = (struct migration_column){.name = new->columns[id].name,
                                               .natural = new->columns[id].natural,
                                               .type = old->columns[id].type,
                                               .primary = old->columns[id].primary,
                                               .source = MIGRATION_COPY,
                                               .old = id};
        changed = changed || !str_eq_nocase(columns[i].name, old->columns[id].name);
    }
    return (struct migration_table){.name = to->name,
                                    .natural = to->natural,
                                    .base = t,
                                    .columns = columns,
                                    .n_columns = from->n_columns,
                                    .changed = changed,
                                    .fold = {SCHEMA_NONE, SCHEMA_NONE}};
}

static uint32_t position_in(const struct schema *s, uint32_t column)
{
    const struct schema_table *t = &s->tables[s->columns[column].table];
    uint32_t i = 0;
    while (t->columns[i] != column)
        i++;
    return i;
}

/* Keys are between the same places as before. */
static void keep_keys(struct arena *a, struct migration *m)
{
    const struct schema *s = m->old;
    m->n_foreign_keys = s->n_foreign_keys;
    m->foreign_keys = ARENA_ARRAY(a, struct migration_key, (size_t)s->n_foreign_keys + 1);
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        struct schema_foreign_key k = s->foreign_keys[i];
        m->foreign_keys[i] =
            (struct migration_key){s->columns[k.from].table, position_in(s, k.from),
                                   s->columns[k.to].table, position_in(s, k.to)};
    }
    if (s->key_first)
        m->key_first = arena_grow_array(a, s->key_first, s->n_foreign_keys,
                                        (size_t)s->n_foreign_keys + 1, sizeof *m->key_first);
}

const struct migration *migration_rename_all(struct arena *a, const struct schema *old,
                                             const struct schema *new)
{
    if (!same_places(old, new))
        return NULL;
    struct migration *m = ARENA_NEW(a, struct migration);
    *m = (struct migration){.old = old, .n_tables = old->n_tables, .forgotten = SCHEMA_NONE};
    m->tables = ARENA_ARRAY(a, struct migration_table, (size_t)old->n_tables + 1);
    for (uint32_t t = 0; t < old->n_tables; t++)
        m->tables[t] = rename_table(a, old, new, t);
    keep_keys(a, m);
    return m;
}

/* Afterwards */

static bool has_places(const struct migration *m, const struct schema *new)
{
    bool same = m->n_tables == new->n_tables;
    for (uint32_t t = 0; t < m->n_tables && same; t++)
        same = m->tables[t].n_columns == new->tables[t].n_columns;
    return same;
}

static struct migration_table renamed_table(struct arena *a, const struct migration *m,
                                            const struct schema *new, uint32_t place)
{
    const struct migration_table *t = &m->tables[place];
    struct migration_table out = *t;
    struct migration_column *columns = ARENA_ARRAY(a, struct migration_column, t->n_columns);
    out.name = new->tables[place].name;
    out.natural = new->tables[place].natural;
    out.columns = columns;
    out.changed = t->changed || !str_eq_nocase(t->name, out.name);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *named = &new->columns[new->tables[place].columns[i]];
        columns[i] = migration_column_of(m, t, i);
        out.changed = out.changed || !str_eq_nocase(columns[i].name, named->name);
        columns[i].name = named->name;
        columns[i].natural = named->natural;
    }
    return out;
}

const struct migration *migration_then_rename(struct arena *a, const struct migration *m,
                                              const struct schema *new)
{
    if (!has_places(m, new))
        return NULL;
    struct migration *out = ARENA_NEW(a, struct migration);
    *out = *m;
    out->tables = ARENA_ARRAY(a, struct migration_table, (size_t)m->n_tables + 1);
    for (uint32_t t = 0; t < m->n_tables; t++)
        out->tables[t] = renamed_table(a, m, new, t);
    return out;
}
