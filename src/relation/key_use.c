/* key_use.c: looking a column up in the keys. */
#include "relation/key_use.h"

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

/* Has pair `last` a target of its own among those from `first` on? */
static bool adds_target(const struct schema *s, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i < last; i++)
        if (s->foreign_keys[i].to == s->foreign_keys[last].to ||
            s->foreign_keys[i].from == s->foreign_keys[last].from)
            return false;
    return s->columns[s->foreign_keys[last].to].primary;
}

/* How many pairs from `first` on are one key. */
static uint32_t span_from(const struct schema *s, uint32_t first)
{
    uint32_t wanted = primary_columns(s, to_table(s, first)), n = 0;
    while (n < wanted && first + n < s->n_foreign_keys &&
           from_table(s, first + n) == from_table(s, first) &&
           to_table(s, first + n) == to_table(s, first) && adds_target(s, first, first + n))
        n++;
    return n == wanted && n > 0 ? n : 1;
}

struct key_span key_span_of(const struct schema *s, uint32_t pair)
{
    struct key_span span = {0, 0};
    do {
        span.first += span.count;
        span.count = span_from(s, span.first);
    } while (span.first + span.count <= pair);
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
