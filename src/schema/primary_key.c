/* primary_key.c: sorting the columns of a key. */
#include "schema/primary_key.h"

static uint32_t place_of(const struct schema *s, uint32_t column)
{
    return s->declared ? s->declared[column].key : 0;
}

/* Put the column behind those that come before it. Keys have few columns. */
static void insert(struct primary_key *key, const struct schema *s, uint32_t column)
{
    uint32_t at = key->count++;
    for (; at > 0 && place_of(s, key->columns[at - 1]) > place_of(s, column); at--)
        key->columns[at] = key->columns[at - 1];
    key->columns[at] = column;
}

struct primary_key schema_primary_key(struct arena *a, const struct schema *s, uint32_t table)
{
    const struct schema_table *t = &s->tables[table];
    struct primary_key key = {ARENA_ARRAY(a, uint32_t, t->n_columns), 0};
    for (uint32_t i = 0; i < t->n_columns; i++)
        if (s->columns[t->columns[i]].primary)
            insert(&key, s, t->columns[i]);
    return key;
}
