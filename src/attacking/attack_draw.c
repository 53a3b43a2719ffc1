/* attack_draw.c: seeds cut into blocks, and drawn by each block in turn.
 *
 * Seeds that nothing can be changed in are not drawn. Looking for changes takes time, but no
 * question. So seeds are looked at before they are asked, and only as many as the budget is for: a
 * large dataset is not searched for a small budget. */
#include "attacking/attacking.h"
#include "base/number.h"
#include "suite/work.h"

/* The first rounds are small: they show what breaks the system. Those of all blocks together are as
 * large as that of a single one, as long as each has a few. */
enum { FIRST_WAVE = 64, FIRST_WAVE_LEAST = 8 };

/* Cutting */

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
static const uint32_t *find_pool_places(struct arena *a, const struct dataset *d,
                                        const struct seed_list *pool)
{
    uint32_t *places = ARENA_ARRAY(a, uint32_t, (size_t)pool->count + 1), n = 0;
    for (uint32_t i = 0; i < d->n_seeds && n < pool->count; i++)
        if (d->seeds[i].number == pool->items[n].number)
            places[n++] = i;
    return places;
}

enum status attack_cut_make(struct arena *a, const struct dataset *d, struct seed_list pool,
                            uint32_t size, struct shard shard, struct attack_cut *out,
                            struct err *e)
{
    uint32_t n = size && pool.count >= size ? pool.count / size : 1;
    uint64_t *work = arena_zalloc(a, ((size_t)n + 1) * sizeof *work);
    const uint64_t *each;
    *out = (struct attack_cut){pool, find_pool_places(a, d, &pool), n, work, {0, 0}};
    TRY(seeds_work(a, pool.items, pool.count, &each, e));
    for (uint32_t b = 0; b < n; b++)
        for (uint32_t i = attack_block_begin(out, b); i < attack_block_begin(out, b + 1); i++)
            work[b] += each[i];
    out->own = shard_range(shard, work, n);
    return OK;
}

/* Seeds of one database follow one another in a dataset. Served in a random order, the first ones
 * are like the whole block. */
static void shuffle_turns(struct attacking *x, struct attack_block *b)
{
    struct rng rng = rng_stream(x->rules.random_seed, STR("attack turns"), b->number);
    const uint32_t *places = x->cut.places + attack_block_begin(&x->cut, b->number);
    for (uint32_t n = 0; n < b->n_seeds; n++) {
        uint32_t other = (uint32_t)rng_below(&rng, (uint64_t)n + 1);
        b->turns[n] = b->turns[other];
        b->turns[other] = places[n];
    }
}

static void begin_block(struct attacking *x, struct attack_block *b, uint32_t number)
{
    uint32_t first = attack_block_begin(&x->cut, number), wave = FIRST_WAVE / x->cut.n_blocks;
    uint32_t n = attack_block_begin(&x->cut, number + 1) - first;
    *b = (struct attack_block){.number = number,
                               .order = ARENA_ARRAY(&x->arena, uint32_t, (size_t)n + 1),
                               .turns = ARENA_ARRAY(&x->arena, uint32_t, (size_t)n + 1),
                               .n_seeds = n,
                               .budget =
                                   attack_block_share(&x->cut, number, x->rules.options.budget),
                               .wave = wave > FIRST_WAVE_LEAST ? wave : FIRST_WAVE_LEAST,
                               .rates = attack_rates_new(&x->arena, x->rules.n_relations)};
    for (uint32_t i = 0; i < n; i++) {
        struct attacked_seed *s = &x->seeds[x->cut.places[first + i]];
        s->block = b;
        s->search.rates = &b->rates;
    }
    shuffle_turns(x, b);
}

static void begin_blocks(struct attacking *x)
{
    struct place_range own = x->cut.own;
    x->n_blocks = own.end - own.first;
    x->blocks = ARENA_ARRAY(&x->arena, struct attack_block, (size_t)x->n_blocks + 1);
    for (uint32_t i = 0; i < x->n_blocks; i++)
        begin_block(x, &x->blocks[i], own.first + i);
}

/* Each block draws its seeds in the order in which all would be drawn. */
static void order_blocks(struct attacking *x)
{
    const struct dataset *d = &x->test->dataset;
    const uint32_t *all = draw_order(&x->arena, d, x->rules.random_seed);
    uint32_t *placed = arena_zalloc(&x->arena, ((size_t)x->n_blocks + 1) * sizeof *placed);
    for (uint32_t i = 0; i < x->cut.pool.count; i++) {
        struct attack_block *b = x->seeds[all[i]].block;
        if (b)
            b->order[placed[b - x->blocks]++] = all[i];
    }
}

enum status attack_draw_begin(struct attacking *x, struct err *e)
{
    const struct dataset *d = &x->test->dataset;
    const struct suite_options *o = &x->test->job.suite;
    struct seed_list pool = draw_seeds(&x->arena, d, o->limit, o->random_seed);
    x->n_seeds = d->n_seeds;
    x->seeds = arena_zalloc(&x->arena, ((size_t)d->n_seeds + 1) * sizeof *x->seeds);
    for (uint32_t i = 0; i < d->n_seeds; i++) {
        x->seeds[i].seed = d->seeds[i];
        attack_search_init(&x->seeds[i].search, &d->seeds[i]);
    }
    x->looking = ARENA_ARRAY(&x->arena, uint32_t, (size_t)pool.count + 1);
    TRY(attack_cut_make(&x->arena, d, pool, x->rules.options.block, o->shard, &x->cut, e));
    x->out->search.block = x->cut.n_blocks > 1 ? x->rules.options.block : 0;
    begin_blocks(x);
    order_blocks(x);
    return OK;
}

/* Looking */

/* Is it known what the query reads: by the gold, or by the answer? */
static bool reads_are_known(const struct attacked_seed *s)
{
    return s->seed.query.ptr || s->seed.reads.ptr;
}

static void look_job(void *ctx, uint32_t worker, uint32_t job)
{
    struct attacking *x = ctx;
    struct attacked_seed *s = &x->seeds[x->looking[job]];
    if (reads_are_known(s) && !*x->test->listener->stop)
        attack_search_prepare(&s->search, &x->each[worker]);
}

/* Is there a relation that can be tried without knowing the query? */
static bool any_relation_without_gold(const struct attacking *x)
{
    for (uint32_t i = 0; i < x->rules.n_relations; i++)
        if (!x->rules.relations[i]->spares_reads)
            return true;
    return false;
}

static bool can_be_attacked(const struct attacking *x, const struct attacked_seed *s)
{
    if (!reads_are_known(s))
        return any_relation_without_gold(x);
    return s->search.fault.len == 0 && s->search.n_candidates > 0;
}

/* List the next seeds of blocks that want some, and return their number. */
static uint32_t list_next_seeds(struct attacking *x)
{
    uint32_t n = 0;
    for (struct attack_block *b = x->blocks; b < x->blocks + x->n_blocks; b++)
        for (uint64_t i = 0; i < b->wanted && b->n_looked_at < b->n_seeds; i++)
            x->looking[n++] = b->order[b->n_looked_at++];
    return n;
}

/* Find which of the `n` listed seeds can be attacked. */
static enum status look_at_seeds(struct attacking *x, uint32_t n, struct err *e)
{
    TRY(attack_run_jobs(x, n, look_job, e));
    for (uint32_t i = 0; i < n; i++) {
        struct attacked_seed *s = &x->seeds[x->looking[i]];
        bool can = can_be_attacked(x, s);
        s->stage = can ? SEED_DRAWN : SEED_LEFT_OUT;
        s->block->wanted -= can;
        s->block->fresh += can;
        if (can)
            s->seed.hardness = seed_hardness(&x->arena, &s->seed);
    }
    return OK;
}

/* Drawing */

/* Draw the seeds that each block wants, or all that are left. */
static enum status draw_seeds_wanted(struct attacking *x, struct err *e)
{
    uint32_t n;
    for (uint32_t i = 0; i < x->n_blocks; i++)
        x->blocks[i].fresh = 0;
    while ((n = list_next_seeds(x)) > 0)
        TRY(look_at_seeds(x, n, e));
    for (uint32_t i = 0; i < x->n_blocks; i++)
        x->blocks[i].drawn += x->blocks[i].fresh;
    x->out->seeds += attack_drawn(x);
    return OK;
}

uint32_t attack_drawn(const struct attacking *x)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->n_blocks; i++)
        n += x->blocks[i].fresh;
    return n;
}

/* The number of seeds that can be attacked with this many questions. */
static uint64_t seeds_for(uint64_t questions)
{
    uint64_t n = questions / ATTACK_QUESTIONS_LEAST;
    return n > 0 || questions == 0 ? n : 1;
}

static void notice_small_budget(const struct attacking *x)
{
    uint32_t looked_at = 0, all = 0;
    for (uint32_t i = 0; i < x->n_blocks; i++) {
        looked_at += x->blocks[i].n_looked_at;
        all += x->blocks[i].n_seeds;
    }
    if (looked_at < all)
        listener_notice(x->test->listener,
                        "a budget of %llu is small: it begins with %u of %u questions, so that "
                        "each can be asked %d times",
                        (unsigned long long)x->out->search.budget, x->out->seeds, all,
                        ATTACK_QUESTIONS_LEAST);
}

/* Shards have whole blocks, and there may be fewer of these. */
static void notice_idle_shards(const struct attacking *x)
{
    uint32_t shards = x->test->job.suite.shard.count;
    if (shards > x->cut.n_blocks)
        listener_notice(x->test->listener,
                        "there %s %u block%s of questions for %u shards: some shards have nothing "
                        "to do; a smaller --block makes more of them",
                        x->cut.n_blocks == 1 ? "is" : "are", x->cut.n_blocks,
                        plural(x->cut.n_blocks), shards);
}

enum status attack_draw_first(struct attacking *x, struct err *e)
{
    bool given = x->rules.options.budget > 0;
    struct place_range own = attack_own_seeds(&x->cut);
    for (uint32_t i = 0; i < x->n_blocks; i++)
        x->blocks[i].wanted = given ? seeds_for(x->blocks[i].budget) : UINT32_MAX;
    TRY(draw_seeds_wanted(x, e));
    for (struct attack_block *b = x->blocks; b < x->blocks + x->n_blocks; b++) {
        b->budget = given ? b->budget : (uint64_t)b->drawn * ATTACK_QUESTIONS;
        x->out->search.budget += b->budget;
    }
    x->out->drawn_of = shard_is_whole(x->test->job.suite.shard) ? x->n_seeds : own.end - own.first;
    notice_small_budget(x);
    notice_idle_shards(x);
    return OK;
}

enum status attack_draw_more(struct attacking *x, struct err *e)
{
    for (struct attack_block *b = x->blocks; b < x->blocks + x->n_blocks; b++)
        b->wanted = b->given_up ? 0 : seeds_for(b->budget - b->spent);
    return draw_seeds_wanted(x, e);
}
