/* migration_keep.c: copying a migration out of the arena that it was made in. */
#include "migration/migration.h"

static const struct migration_values *copy_values(struct arena *a, const struct migration_values *v)
{
    struct migration_values *copy = ARENA_NEW(a, struct migration_values);
    struct str *texts = ARENA_ARRAY(a, struct str, v->n_texts);
    for (uint32_t i = 0; i < v->n_texts; i++)
        texts[i] = arena_str(a, v->texts[i]);
    *copy = *v;
    copy->texts = texts;
    return copy;
}

static struct migration_column copy_column(struct arena *a, const struct migration_column *c)
{
    struct migration_column copy = *c;
    copy.name = arena_str(a, c->name);
    copy.natural = arena_str(a, c->natural);
    copy.values = c->values ? copy_values(a, c->values) : NULL;
    copy.mapping = c->mapping ? column_mapping_keep(a, c->mapping) : NULL;
    return copy;
}

static struct migration_table copy_table(struct arena *a, const struct migration_table *t)
{
    struct migration_table copy = *t;
    copy.name = arena_str(a, t->name);
    copy.natural = arena_str(a, t->natural);
    if (!t->columns)
        return copy; /* those of the old schema */
    struct migration_column *columns = ARENA_ARRAY(a, struct migration_column, t->n_columns);
    for (uint32_t i = 0; i < t->n_columns; i++)
        columns[i] = copy_column(a, &t->columns[i]);
    copy.columns = columns;
    return copy;
}

const struct migration *migration_keep(struct arena *a, const struct migration *m,
                                       const struct schema *old)
{
    struct migration *copy = ARENA_NEW(a, struct migration);
    *copy = *m;
    copy->old = old;
    copy->tables = ARENA_ARRAY(a, struct migration_table, m->n_tables);
    for (uint32_t t = 0; t < m->n_tables; t++)
        copy->tables[t] = copy_table(a, &m->tables[t]);
    copy->foreign_keys = ARENA_ARRAY(a, struct migration_key, m->n_foreign_keys);
    for (uint32_t i = 0; i < m->n_foreign_keys; i++)
        copy->foreign_keys[i] = m->foreign_keys[i];
    if (m->key_first)
        copy->key_first = arena_grow_array(a, m->key_first, m->n_foreign_keys,
                                           (size_t)m->n_foreign_keys + 1, sizeof *m->key_first);
    return copy;
}
