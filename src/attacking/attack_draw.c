/* attack_draw.c: seeds in the order of drawing, without those that nothing can be changed in. Each
 * block draws its own.
 *
 * To look for changes takes time, but no question. So seeds are looked at before they are asked,
 * and only as many as the budget is for: a large dataset is not searched for a small budget. */
#include "attacking/attacking.h"
#include "base/number.h"
#include "dataset/draw_seeds.h"

/* The first rounds are small: they show what breaks the system. Those of all blocks together are as
 * large as that of a single one, as long as each has a few. */
enum { FIRST_WAVE = 64, FIRST_WAVE_LEAST = 8 };

static uint32_t first_wave(const struct attack_cut *c)
{
    uint32_t n = FIRST_WAVE / c->n_blocks;
    return n > FIRST_WAVE_LEAST ? n : FIRST_WAVE_LEAST;
}

/* Seeds of one database stand together in a dataset. Served in any order, the first ones are like
 * the whole block. */
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
    uint32_t first = attack_block_begin(&x->cut, number);
    uint32_t n = attack_block_begin(&x->cut, number + 1) - first;
    *b = (struct attack_block){.number = number,
                               .order = ARENA_ARRAY(&x->arena, uint32_t, (size_t)n + 1),
                               .turns = ARENA_ARRAY(&x->arena, uint32_t, (size_t)n + 1),
                               .n_seeds = n,
                               .budget =
                                   attack_block_share(&x->cut, number, x->rules.options.budget),
                               .wave = first_wave(&x->cut),
                               .rates = attack_rates_new(&x->arena, x->rules.n_relations)};
    for (uint32_t i = 0; i < n; i++)
        x->seeds[x->cut.places[first + i]].block = b;
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
    uint32_t *known = arena_zalloc(&x->arena, ((size_t)x->n_blocks + 1) * sizeof *known);
    for (uint32_t i = 0; i < x->cut.pool.count; i++) {
        struct attack_block *b = x->seeds[all[i]].block;
        if (b)
            b->order[known[b - x->blocks]++] = all[i];
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
    enum status status =
        attack_cut_make(&x->arena, d, pool, x->rules.options.block, o->shard, &x->cut, e);
    if (status)
        return status;
    begin_blocks(x);
    order_blocks(x);
    return OK;
}

/* Looking */

/* What its query reads is known from the gold, or when it was asked. */
static bool is_known(const struct attacked_seed *s)
{
    return s->seed.query.ptr || s->seed.reads.ptr;
}

/* A job for each seed that is looked at now, not for all: few are where the budget is small. */
static void look_job(void *ctx, uint32_t worker, uint32_t job)
{
    struct attacking *x = ctx;
    struct attacked_seed *s = &x->seeds[x->looking[job]];
    if (is_known(s) && !*x->test->listener->stop)
        attack_search_prepare(&s->search, &x->each[worker]);
}

/* Is there a relation that can be tried whatever the query is? */
static bool any_without_gold(const struct attacking *x)
{
    for (uint32_t i = 0; i < x->rules.n_relations; i++)
        if (!x->rules.relations[i]->spares_reads)
            return true;
    return false;
}

static bool can_be_attacked(const struct attacking *x, const struct attacked_seed *s)
{
    if (!is_known(s))
        return any_without_gold(x);
    return s->search.fault.len == 0 && s->search.n_candidates > 0;
}

/* The next seeds of blocks that want some. How many are there? */
static uint32_t list_next(struct attacking *x)
{
    uint32_t n = 0;
    for (struct attack_block *b = x->blocks; b < x->blocks + x->n_blocks; b++)
        for (uint64_t i = 0; i < b->wanted && b->n_looked_at < b->n_seeds; i++)
            x->looking[n++] = b->order[b->n_looked_at++];
    return n;
}

/* Look at those that were listed. Which of them can be attacked? */
static enum status look_at(struct attacking *x, uint32_t n, struct err *e)
{
    enum status status = attack_run_jobs(x, n, look_job, e);
    for (uint32_t i = 0; i < n && status == OK; i++) {
        struct attacked_seed *s = &x->seeds[x->looking[i]];
        bool can = can_be_attacked(x, s);
        s->stage = can ? SEED_DRAWN : SEED_LEFT_OUT;
        s->block->wanted -= can;
        s->block->fresh += can;
        if (can)
            s->seed.hardness = seed_hardness(&x->arena, &s->seed);
    }
    return status;
}

/* Drawing */

/* Draw for each block as many seeds that can be attacked as it wants, or all that are left. */
static enum status draw(struct attacking *x, struct err *e)
{
    enum status status = OK;
    for (uint32_t i = 0; i < x->n_blocks; i++)
        x->blocks[i].fresh = 0;
    for (uint32_t n = list_next(x); n > 0 && status == OK; n = list_next(x))
        status = look_at(x, n, e);
    for (uint32_t i = 0; i < x->n_blocks; i++)
        x->blocks[i].drawn += x->blocks[i].fresh;
    x->out->seeds += attack_drawn(x);
    return status;
}

uint32_t attack_drawn(const struct attacking *x)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->n_blocks; i++)
        n += x->blocks[i].fresh;
    return n;
}

/* As many as so many questions are for. */
static uint64_t seeds_for(uint64_t questions)
{
    uint64_t n = questions / ATTACK_QUESTIONS_LEAST;
    return n > 0 || questions == 0 ? n : 1;
}

static void tell_small(const struct attacking *x)
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
                        (unsigned long long)x->out->budget, x->out->seeds, all,
                        ATTACK_QUESTIONS_LEAST);
}

/* Shards have whole blocks, and there may be fewer of these. */
static void tell_idle(const struct attacking *x)
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
    enum status status = draw(x, e);
    for (uint32_t i = 0; i < x->n_blocks; i++) {
        struct attack_block *b = &x->blocks[i];
        b->budget = given ? b->budget : (uint64_t)b->drawn * ATTACK_QUESTIONS;
        x->out->budget += b->budget;
    }
    x->out->drawn_of = shard_is_whole(x->test->job.suite.shard) ? x->n_seeds : own.end - own.first;
    if (status == OK) {
        tell_small(x);
        tell_idle(x);
    }
    return status;
}

enum status attack_draw_more(struct attacking *x, struct err *e)
{
    for (uint32_t i = 0; i < x->n_blocks; i++) {
        struct attack_block *b = &x->blocks[i];
        b->wanted = b->given_up ? 0 : seeds_for(b->budget - b->spent);
    }
    return draw(x, e);
}
