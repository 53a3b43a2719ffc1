/* keys.c: which pairs of columns are one foreign key, and the columns of a primary key. */
#include "schema/keys.h"

/* Foreign keys */

static uint32_t from_table(const struct schema *s, uint32_t pair)
{
    return s->columns[s->foreign_keys[pair].from].table;
}

static uint32_t to_table(const struct schema *s, uint32_t pair)
{
    return s->columns[s->foreign_keys[pair].to].table;
}

static uint32_t primary_columns(const struct schema *s, uint32_t table)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->tables[table].n_columns; i++)
        n += s->columns[s->tables[table].columns[i]].primary;
    return n;
}

/* Does pair `last` differ, at both ends, from those from `first` on, and refer to a primary key? */
static bool adds_target(const struct schema *s, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i < last; i++)
        if (s->foreign_keys[i].to == s->foreign_keys[last].to ||
            s->foreign_keys[i].from == s->foreign_keys[last].from)
            return false;
    return s->columns[s->foreign_keys[last].to].primary;
}

/* How many pairs from `first` on make one key. */
static uint32_t span_from(const struct schema *s, uint32_t first)
{
    uint32_t wanted = primary_columns(s, to_table(s, first)), n = 0;
    while (n < wanted && first + n < s->n_foreign_keys &&
           from_table(s, first + n) == from_table(s, first) &&
           to_table(s, first + n) == to_table(s, first) && adds_target(s, first, first + n))
        n++;
    return n == wanted && n > 0 ? n : 1;
}

static struct key_span guess_span(const struct schema *s, uint32_t pair)
{
    struct key_span span = {0, 0};
    do {
        span.first += span.count;
        span.count = span_from(s, span.first);
    } while (span.first + span.count <= pair);
    return span;
}

struct key_span key_span_of(const struct schema *s, uint32_t pair)
{
    if (!s->key_first)
        return guess_span(s, pair);
    struct key_span span = {s->key_first[pair], 0};
    while (span.first + span.count < s->n_foreign_keys &&
           s->key_first[span.first + span.count] == span.first)
        span.count++;
    return span;
}

bool key_listed_before(const struct schema *s, uint32_t key)
{
    for (uint32_t i = 0; i < key; i++)
        if (s->foreign_keys[i].from == s->foreign_keys[key].from &&
            s->foreign_keys[i].to == s->foreign_keys[key].to)
            return true;
    return false;
}

/* Primary keys */

static uint32_t key_place(const struct schema *s, uint32_t column)
{
    return s->declared ? s->declared[column].key : 0;
}

/* Put the column in its place. Keys have few columns. */
static void insert_column(struct primary_key *key, const struct schema *s, uint32_t column)
{
    uint32_t at = key->count++;
    for (; at > 0 && key_place(s, key->columns[at - 1]) > key_place(s, column); at--)
        key->columns[at] = key->columns[at - 1];
    key->columns[at] = column;
}

struct primary_key schema_primary_key(struct arena *a, const struct schema *s, uint32_t table)
{
    const struct schema_table *t = &s->tables[table];
    struct primary_key key = {ARENA_ARRAY(a, uint32_t, t->n_columns), 0};
    for (uint32_t i = 0; i < t->n_columns; i++)
        if (s->columns[t->columns[i]].primary)
            insert_column(&key, s, t->columns[i]);
    return key;
}

unsigned key_use_of(const struct schema *s, uint32_t column)
{
    unsigned use = s->columns[column].primary ? KEY_PRIMARY : 0;
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        if (s->foreign_keys[i].from == column)
            use |= KEY_REFERS;
        if (s->foreign_keys[i].to == column)
            use |= KEY_REFERRED;
    }
    return use;
}
