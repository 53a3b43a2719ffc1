/* attack_block.c: seeds cut into blocks, and a budget with them. */
#include "attacking/attack_block.h"

#include "suite/work.h"

/* `total` · `i` / `n`; neither of the first two exceeds 32 bits. */
static uint64_t share_of(uint64_t total, uint64_t i, uint64_t n)
{
    return n ? total * i / n : 0;
}

uint32_t attack_block_begin(const struct attack_cut *c, uint32_t number)
{
    return (uint32_t)share_of(c->pool.count, number, c->n_blocks);
}

struct place_range attack_own_seeds(const struct attack_cut *c)
{
    return (struct place_range){attack_block_begin(c, c->own.first),
                                attack_block_begin(c, c->own.end)};
}

uint64_t attack_block_share(const struct attack_cut *c, uint32_t number, uint64_t budget)
{
    uint32_t first = attack_block_begin(c, number), end = attack_block_begin(c, number + 1);
    return share_of(budget, end, c->pool.count) - share_of(budget, first, c->pool.count);
}

/* The pool is in the order of the dataset. */
static const uint32_t *places_of(struct arena *a, const struct dataset *d,
                                 const struct seed_list *pool)
{
    uint32_t *places = ARENA_ARRAY(a, uint32_t, (size_t)pool->count + 1), n = 0;
    for (uint32_t i = 0; i < d->n_seeds && n < pool->count; i++)
        if (d->seeds[i].number == pool->items[n].number)
            places[n++] = i;
    return places;
}

static enum status find_work(struct arena *a, struct attack_cut *c, struct err *e)
{
    uint64_t *work = arena_zalloc(a, ((size_t)c->n_blocks + 1) * sizeof *work);
    const uint64_t *each;
    enum status status = seeds_work(a, c->pool.items, c->pool.count, &each, e);
    c->work = work;
    for (uint32_t b = 0; b < c->n_blocks && status == OK; b++)
        for (uint32_t i = attack_block_begin(c, b); i < attack_block_begin(c, b + 1); i++)
            work[b] += each[i];
    return status;
}

enum status attack_cut_make(struct arena *a, const struct dataset *d, struct seed_list pool,
                            uint32_t size, struct shard shard, struct attack_cut *out,
                            struct err *e)
{
    uint32_t n = size ? pool.count / size : 1;
    *out =
        (struct attack_cut){.pool = pool, .places = places_of(a, d, &pool), .n_blocks = n ? n : 1};
    enum status status = find_work(a, out, e);
    if (status == OK)
        out->own = shard_range(shard, out->work, out->n_blocks);
    return status;
}
