/* key_span.c: which pairs of columns are one foreign key. */
#include "schema/key_span.h"

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
