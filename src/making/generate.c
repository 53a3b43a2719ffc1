/* generate.c: seeds in batches, each batch on all workers. */
#include "making/generate.h"

#include "base/stage_progress.h"
#include "base/workers.h"
#include "making/generate_seed.h"

#include <stdlib.h>

/* A seed's cases are held until its batch is done, and are larger the more columns there are. */
enum { SEEDS_PER_BATCH = 64, COLUMNS_PER_BATCH = 1 << 16 };

struct generating {
    const struct generate_rules *rules;
    const struct seed *seeds;
    uint32_t n_seeds;
    struct workers *workers;
    struct seed_worker *each;         /* by worker */
    struct book_shelf *books;         /* by worker */
    struct schema_memories *memories; /* by worker */
    struct seed_output outputs[SEEDS_PER_BATCH];
    uint32_t batch; /* first seed of the batch being worked on */
};

static void make_seed_job(void *ctx, uint32_t worker, uint32_t job)
{
    struct generating *g = ctx;
    uint32_t place = g->batch + job;
    generate_seed(g->rules, &g->each[worker], &g->seeds[place], place, &g->outputs[job]);
    stage_progress_add(g->rules->progress, 1);
}

static enum status hand_on_seed(const struct seed_output *o, generate_take *take, void *ctx,
                                struct err *e)
{
    if (o->status)
        *e = o->err;
    return o->status ? o->status : take(ctx, &o->made, e);
}

/* How many seeds the batch has: one for each worker at least. */
static uint32_t batch_size(const struct generating *g)
{
    uint32_t rest = g->n_seeds - g->batch, most = rest < SEEDS_PER_BATCH ? rest : SEEDS_PER_BATCH;
    uint64_t columns = 0;
    for (uint32_t n = 0; n < most; n++) {
        if (n >= g->rules->options.workers && columns >= COLUMNS_PER_BATCH)
            return n;
        columns += g->seeds[g->batch + n].schema->n_columns;
    }
    return most;
}

static enum status run_batches(struct generating *g, generate_take *take, void *ctx, struct err *e)
{
    enum status status = OK;
    for (uint32_t n; g->batch < g->n_seeds && status == OK; g->batch += n) {
        n = batch_size(g);
        workers_start(g->workers, n, make_seed_job, g);
        workers_wait(g->workers);
        status = *g->rules->stop ? err_set(e, E_INTERRUPTED, "interrupted") : OK;
        for (uint32_t i = 0; i < n && status == OK; i++)
            status = hand_on_seed(&g->outputs[i], take, ctx, e);
        for (uint32_t i = 0; i < g->rules->options.workers; i++)
            schema_memories_trim(&g->memories[i]);
    }
    return status;
}

static void release_generating(struct generating *g)
{
    workers_free(g->workers);
    for (uint32_t i = 0; i < g->rules->options.workers; i++) {
        prover_free(g->each[i].prover);
        content_reader_free(g->each[i].contents);
        book_shelf_release(&g->books[i]);
        schema_memories_release(&g->memories[i]);
    }
    free(g->each);
    free(g->books);
    free(g->memories);
    for (int i = 0; i < SEEDS_PER_BATCH; i++)
        arena_release(&g->outputs[i].arena);
    free(g);
}

enum status generate_cases(const struct generate_rules *rules, const struct seed *seeds,
                           uint32_t n_seeds, generate_take *take, void *ctx, struct err *e)
{
    struct generating *g = mem_alloc(sizeof *g);
    struct proof_limits limits = proof_defaults;
    limits.needs_rows = rules->options.proved_on_rows;
    *g = (struct generating){.rules = rules, .seeds = seeds, .n_seeds = n_seeds};
    g->workers = workers_new(rules->options.workers);
    g->each = mem_resize_array(NULL, rules->options.workers, sizeof *g->each);
    g->books = mem_resize_array(NULL, rules->options.workers, sizeof *g->books);
    g->memories = mem_resize_array(NULL, rules->options.workers, sizeof *g->memories);
    for (uint32_t i = 0; i < rules->options.workers; i++) {
        g->books[i] = (struct book_shelf){.lexicon = rules->lexicon, .room = 1};
        g->memories[i] = (struct schema_memories){0};
        g->each[i] = (struct seed_worker){
            rules->options.no_proof ? NULL : prover_new(&limits, rules->options.workers),
            content_reader_new(rules->options.workers), &g->books[i], &g->memories[i]};
    }
    enum status status = run_batches(g, take, ctx, e);
    release_generating(g);
    return status;
}
