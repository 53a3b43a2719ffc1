/* canonical_tables.c: a table, one that it refers to, another table, and so on. */
#include "canonical/canonical_tables.h"

#include "base/rng.h"

/* A table that `table` refers to and that is not taken; or SCHEMA_NONE. */
static uint32_t find_neighbour(const struct schema *s, const bool *taken, uint32_t table)
{
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        uint32_t to = s->columns[s->foreign_keys[i].to].table;
        if (s->columns[s->foreign_keys[i].from].table == table && !taken[to])
            return to;
    }
    return SCHEMA_NONE;
}

/* Number `n` of the tables that are not taken. */
static uint32_t nth_left(const bool *taken, uint64_t n)
{
    uint32_t t = 0;
    while (taken[t] || n-- > 0)
        t++;
    return t;
}

bool *canonical_tables(struct arena *a, const struct schema *s, uint32_t most, uint64_t random_seed)
{
    bool *taken = arena_zalloc(a, s->n_tables + 1);
    struct rng rng = rng_stream(random_seed, s->db_id, s->n_tables);
    if (most == 0 || most >= s->n_tables)
        return memset(taken, true, s->n_tables);
    for (uint32_t n = 0; n < most; n++) {
        uint32_t t = nth_left(taken, rng_below(&rng, s->n_tables - n));
        taken[t] = true;
        uint32_t next = find_neighbour(s, taken, t);
        if (next != SCHEMA_NONE && n + 1 < most) {
            taken[next] = true;
            n++;
        }
    }
    return taken;
}
