/* migration_match.c: the migration between two schemas that differ only in names or in added
 * columns. */
#include "migration/migration.h"

/* Names */

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

const struct migration *migration_rename_all(struct arena *a, const struct schema *old,
                                             const struct schema *new)
{
    bool same = old->n_tables == new->n_tables && old->n_columns == new->n_columns;
    for (uint32_t c = 1; c < old->n_columns && same; c++)
        same = old->columns[c].table == new->columns[c].table &&
               old->columns[c].type == new->columns[c].type;
    return same ? migration_then_rename(a, migration_rename_columns(a, old, NULL, 0), new) : NULL;
}

/* Added columns */

enum { HIGHEST_NUMBER = 100, N_TEXTS = 5 };

struct insertion_list {
    struct arena *arena;
    struct migration_insertion *items;
    uint32_t count;
};

static struct migration_values invented_values(struct arena *a, const struct schema_column *c)
{
    struct str *texts = ARENA_ARRAY(a, struct str, N_TEXTS);
    if (c->type == SCHEMA_NUMBER || c->type == SCHEMA_BOOLEAN)
        return (struct migration_values){.high = c->type == SCHEMA_NUMBER ? HIGHEST_NUMBER : 1};
    for (uint32_t i = 0; i < N_TEXTS; i++)
        texts[i] = arena_printf(a, "%.*s %u", STR_ARG(c->natural), i + 1);
    return (struct migration_values){.texts = texts, .n_texts = N_TEXTS};
}

/* List the columns that only the new table `t` has. False if an old one is missing or out of order.
 */
static bool add_insertions(struct insertion_list *l, const struct schema *old,
                           const struct schema *new, uint32_t t)
{
    const struct schema_table *from = &old->tables[t], *to = &new->tables[t];
    uint32_t next = 0; /* of the old columns */
    for (uint32_t i = 0; i < to->n_columns; i++) {
        const struct schema_column *c = &new->columns[to->columns[i]];
        const struct schema_column *o =
            next < from->n_columns ? &old->columns[from->columns[next]] : NULL;
        if (o && str_eq_nocase(o->name, c->name) && o->type == c->type) {
            next++;
            continue;
        }
        ARENA_ADD(l->arena, l->items, l->count,
                  (struct migration_insertion){.table = t,
                                               .at = i,
                                               .name = c->name,
                                               .natural = c->natural,
                                               .type = c->type,
                                               .values = invented_values(l->arena, c)});
    }
    return next == from->n_columns && str_eq_nocase(from->name, to->name);
}

const struct migration *migration_extend(struct arena *a, const struct schema *old,
                                         const struct schema *new)
{
    struct insertion_list l = {.arena = a};
    bool fits = old->n_tables == new->n_tables;
    for (uint32_t t = 0; t < old->n_tables && fits; t++)
        fits = add_insertions(&l, old, new, t);
    return fits && l.count > 0 ? migration_insert_columns(a, old, l.items, l.count) : NULL;
}
