/* extension.c: telling new columns from old ones. */
#include "migration/extension.h"

enum { HIGHEST_NUMBER = 100, N_TEXTS = 5 };

struct insertion_list {
    struct arena *arena;
    struct migration_insertion *items;
    uint32_t count;
};

static struct migration_values values_of(struct arena *a, const struct schema_column *c)
{
    struct str *texts = ARENA_ARRAY(a, struct str, N_TEXTS);
    if (c->type == SCHEMA_NUMBER || c->type == SCHEMA_BOOLEAN)
        return (struct migration_values){.high = c->type == SCHEMA_NUMBER ? HIGHEST_NUMBER : 1};
    for (uint32_t i = 0; i < N_TEXTS; i++)
        texts[i] = arena_printf(a, "%.*s %u", STR_ARG(c->natural), i + 1);
    return (struct migration_values){.texts = texts, .n_texts = N_TEXTS};
}

/* The columns of table `t` that are new. False where an old one is not there, or not in order. */
static bool extend_table(struct insertion_list *l, const struct schema *old,
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
        ARENA_PUSH(l->arena, l->items, l->count);
        l->items[l->count++] = (struct migration_insertion){.table = t,
                                                            .at = i,
                                                            .name = c->name,
                                                            .natural = c->natural,
                                                            .type = c->type,
                                                            .values = values_of(l->arena, c)};
    }
    return next == from->n_columns && str_eq_nocase(from->name, to->name);
}

const struct migration *migration_extend(struct arena *a, const struct schema *old,
                                         const struct schema *new)
{
    struct insertion_list l = {.arena = a};
    bool fits = old->n_tables == new->n_tables;
    for (uint32_t t = 0; t < old->n_tables && fits; t++)
        fits = extend_table(&l, old, new, t);
    return fits && l.count > 0 ? migration_insert_columns(a, old, l.items, l.count) : NULL;
}
