/* canonical_tables.c: a table, one that it refers to, another table, and so on. */
#include "canonical/canonical_tables.h"

#include "base/rng.h"

struct table_draw {
    const struct schema *schema;
    bool *taken;
    uint32_t left; /* to take */
};

static void take_table(struct table_draw *d, uint32_t table)
{
    if (d->left > 0 && !d->taken[table]) {
        d->taken[table] = true;
        d->left--;
    }
}

static void take_neighbour(struct table_draw *d, uint32_t table)
{
    const struct schema *s = d->schema;
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        uint32_t to = s->columns[s->foreign_keys[i].to].table;
        if (s->columns[s->foreign_keys[i].from].table == table && !d->taken[to]) {
            take_table(d, to);
            return;
        }
    }
}

/* Of those that are not taken, number `n`. */
static uint32_t nth_left(const struct table_draw *d, uint64_t n)
{
    uint32_t t = 0;
    while (d->taken[t] || n-- > 0)
        t++;
    return t;
}

bool *canonical_tables(struct arena *a, const struct schema *s, uint32_t most, uint64_t random_seed)
{
    struct table_draw d = {.schema = s, .taken = arena_zalloc(a, s->n_tables + 1), .left = most};
    if (most == 0 || most >= s->n_tables) {
        memset(d.taken, true, s->n_tables);
        return d.taken;
    }
    struct rng rng = rng_stream(random_seed, s->db_id, s->n_tables);
    for (uint32_t rest = s->n_tables - most; d.left > 0;) {
        uint32_t t = nth_left(&d, rng_below(&rng, d.left + rest));
        take_table(&d, t);
        take_neighbour(&d, t);
    }
    return d.taken;
}
