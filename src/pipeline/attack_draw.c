/* attack_draw.c: seeds in the order of drawing, without those that nothing can be changed in.
 *
 * To look for changes takes time, but no question. So seeds are looked at before they are asked,
 * and only as many as the budget is for: a large dataset is not searched for a small budget. */
#include "base/number.h"
#include "dataset/draw_seeds.h"
#include "dataset/seed_hardness.h"
#include "pipeline/attacking.h"

/* Seeds of one database stand together in a dataset. Served in any order, the first ones are like
 * the whole. */
static void shuffle_turns(struct attacking *x)
{
    struct rng rng = rng_stream(x->rules.random_seed, STR("attack turns"), 0);
    bool *may_be_drawn = arena_zalloc(&x->arena, (size_t)x->n_seeds + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->n_order; i++)
        may_be_drawn[x->order[i]] = true;
    x->turns = ARENA_ARRAY(&x->arena, uint32_t, (size_t)x->n_order + 1);
    for (uint32_t place = 0; place < x->n_seeds; place++)
        if (may_be_drawn[place]) {
            uint32_t other = (uint32_t)rng_below(&rng, (uint64_t)n + 1);
            x->turns[n++] = x->turns[other];
            x->turns[other] = place;
        }
}

void attack_draw_begin(struct attacking *x)
{
    const struct dataset *d = &x->test->dataset;
    const struct suite_options *o = &x->test->order.suite;
    x->n_seeds = d->n_seeds;
    x->seeds = arena_zalloc(&x->arena, ((size_t)d->n_seeds + 1) * sizeof *x->seeds);
    for (uint32_t i = 0; i < d->n_seeds; i++) {
        x->seeds[i].seed = d->seeds[i];
        attack_search_init(&x->seeds[i].search, &d->seeds[i]);
    }
    x->order = draw_order(&x->arena, d, o->random_seed);
    x->n_order = o->limit && o->limit < d->n_seeds ? o->limit : d->n_seeds;
    shuffle_turns(x);
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
    struct attacked_seed *s = &x->seeds[x->order[x->n_looked_at + job]];
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

/* Look at the next seeds, at most `n`. How many of them can be attacked? */
static enum status look_at(struct attacking *x, uint32_t n, uint32_t *drawn, struct err *e)
{
    const uint32_t *places = x->order + x->n_looked_at;
    n = n < x->n_order - x->n_looked_at ? n : x->n_order - x->n_looked_at;
    enum status status = attack_run_jobs(x, n, look_job, e);
    for (uint32_t i = 0; i < n && status == OK; i++) {
        struct attacked_seed *s = &x->seeds[places[i]];
        bool can = can_be_attacked(x, s);
        s->stage = can ? SEED_DRAWN : SEED_LEFT_OUT;
        *drawn += can;
    }
    x->n_looked_at += n;
    return status;
}

/* Drawing */

/* Draw `n` seeds that can be attacked, or all that are left. */
static enum status draw(struct attacking *x, uint64_t n, uint32_t *drawn, struct err *e)
{
    enum status status = OK;
    *drawn = 0;
    while (status == OK && *drawn < n && x->n_looked_at < x->n_order)
        status =
            look_at(x, n - *drawn < UINT32_MAX ? (uint32_t)(n - *drawn) : UINT32_MAX, drawn, e);
    for (uint32_t i = 0; i < x->n_seeds; i++)
        if (x->seeds[i].stage == SEED_DRAWN)
            x->seeds[i].seed.hardness = seed_hardness(&x->arena, &x->seeds[i].seed);
    x->out->seeds += *drawn;
    return status;
}

/* As many as so many questions are for. */
static uint64_t seeds_for(uint64_t questions)
{
    uint64_t n = questions / ATTACK_QUESTIONS_LEAST;
    return n ? n : 1;
}

enum status attack_draw_first(struct attacking *x, struct err *e)
{
    uint64_t budget = x->options->budget;
    uint32_t drawn;
    enum status status = draw(x, budget ? seeds_for(budget) : UINT32_MAX, &drawn, e);
    x->out->drawn_of = x->n_seeds;
    x->out->budget = budget ? budget : (uint64_t)drawn * ATTACK_QUESTIONS;
    if (status == OK && x->n_looked_at < x->n_order)
        listener_notice(x->test->listener,
                        "a budget of %llu is small: it begins with %u of %u questions, so that "
                        "each can be asked %d times",
                        (unsigned long long)budget, drawn, x->n_order, ATTACK_QUESTIONS_LEAST);
    return status;
}

enum status attack_draw_more(struct attacking *x, uint32_t *drawn, struct err *e)
{
    uint64_t left = x->out->budget - x->out->spent;
    *drawn = 0;
    return left > 0 ? draw(x, seeds_for(left), drawn, e) : OK;
}
