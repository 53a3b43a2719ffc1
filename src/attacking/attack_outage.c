/* attack_outage.c: questions that got no answer. Is the system gone, or are they too much for it?
 *
 * A block is an attack by itself, and so are its outages: a block whose last questions got no
 * answer is given up, whatever other blocks got. But first the system is asked something that it
 * answered before, or may answer, from anywhere in the data. If it does not answer that either, it
 * is gone, and the run ends. So a shard gives up the blocks that the whole run gives up, and ends
 * where the whole run would end. */
#include "attacking/attacking.h"

#include "base/number.h"

/* A block is given up after this many questions in a row without an answer, or all of a larger
 * round: the budget should not be spent on it. */
enum { OUTAGES_MAX = 4 };

/* Questions that show whether a system answers at all. */
enum { OTHERS_ASKED = 5 };

/* Counting */

/* What a round shows of a block. */
struct block_outage {
    uint32_t asked;
    bool answered;
    struct str why; /* the last error */
};

static void count_answer(struct block_outage *of, const struct answer *said)
{
    of->asked++;
    of->answered = of->answered || (said && said->failure != FAILURE_OUTAGE);
    if (said && said->error.ptr)
        of->why = said->error;
}

/* By block, in `a`. */
static struct block_outage *find_outages(struct arena *a, const struct attacking *x,
                                         const struct attack_round *r)
{
    struct block_outage *all = arena_zalloc(a, ((size_t)x->n_blocks + 1) * sizeof *all);
    uint32_t place = 0;
    for (uint32_t i = 0; i < x->n_seeds; i++)
        for (uint32_t k = 0; k < x->seeds[i].wishes.count; k++)
            count_answer(&all[x->seeds[i].block - x->blocks], r->predictions.cases[place++]);
    return all;
}

/* Is the block hopeless after this round? */
static bool count_outages(struct attack_block *b, const struct block_outage *latest)
{
    b->outages = latest->answered ? 0 : b->outages + latest->asked;
    return latest->asked > 0 && b->outages >= OUTAGES_MAX;
}

/* Asking */

/* A seed of the block that was answered: only these are attacked. */
static const struct seed *answered_seed(const struct attacking *x, const struct attack_block *b)
{
    for (uint32_t i = 0; i < b->n_seeds; i++)
        if (x->seeds[b->order[i]].stage == SEED_ATTACKED)
            return &x->seeds[b->order[i]].seed;
    return NULL;
}

enum status attack_answers_others(struct attacking *x, bool *does, struct err *e)
{
    const struct seed *seeds[OTHERS_ASKED];
    const struct seed_list *pool = &x->cut.pool;
    uint32_t n = pool->count < OTHERS_ASKED ? pool->count : OTHERS_ASKED;
    *does = false;
    if (x->cut.n_blocks == 1)
        return OK; /* this run has all of them */
    for (uint32_t i = 0; i < n; i++)
        seeds[i] = &pool->items[(uint64_t)pool->count * i / n];
    return attack_round_is_answered(x, seeds, n, does, e);
}

/* Giving up */

#define RUN_AGAIN                                                                                  \
    "nor does it answer again what it answered before: run the same command again when it is back"
#define RUN_SHARD_AGAIN RUN_AGAIN ", there is no part to merge until then"

static enum status fail_after_outages(const struct attacking *x, const struct attack_block *b,
                                      const char *what_to_do, struct err *e)
{
    return err_set(e, E_SYSTEM, "'%s' answered none of the last %u questions: %.*s; %s",
                   x->test->job.system, b->outages, STR_ARG(b->why), what_to_do);
}

static uint32_t count_given_up(const struct attacking *x)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->n_blocks; i++)
        n += x->blocks[i].given_up;
    return n;
}

/* Give up the blocks that are hopeless now. One of them, or NULL. */
static struct attack_block *give_up_blocks(struct attacking *x, const struct block_outage *latest)
{
    struct attack_block *found = NULL;
    for (uint32_t i = 0; i < x->n_blocks; i++) {
        struct attack_block *b = &x->blocks[i];
        if (!count_outages(b, &latest[i]))
            continue;
        b->given_up = true;
        b->why = arena_str(&x->arena, latest[i].why);
        found = b;
    }
    return found;
}

/* A shard that gave up all its blocks writes its part: other shards may have more to say. A run
 * that has all blocks and gave up all fails: it would call a system robust that did not answer. */
enum status attack_check_outages(struct attacking *x, const struct attack_round *r, struct err *e)
{
    struct arena scratch = {0};
    const struct attack_block *b = NULL;
    if (!x->test->job.score.count_outages)
        b = give_up_blocks(x, find_outages(&scratch, x, r));
    arena_release(&scratch);
    if (!b)
        return OK;
    bool lives;
    const struct seed *known = answered_seed(x, b);
    TRY(attack_round_is_answered(x, &known, 1, &lives, e));
    bool whole = shard_is_whole(x->test->job.suite.shard);
    if (!lives)
        return fail_after_outages(x, b, whole ? RUN_AGAIN : RUN_SHARD_AGAIN, e);
    if (count_given_up(x) < x->cut.n_blocks)
        return OK;
    return fail_after_outages(x, b, "if only these are too much for it, say --count-outages", e);
}

void attack_print_given_up(struct attacking *x)
{
    const struct attack_block *first = x->blocks;
    uint32_t n = count_given_up(x);
    x->out->search.blocks_given_up = n;
    if (n == 0)
        return;
    while (!first->given_up)
        first++;
    listener_notice(
        x->test->listener,
        "gave up %u of %u block%s of questions: '%s' answered none of the last %u there "
        "(%.*s), though it answers others; if they are too much for it, say "
        "--count-outages",
        n, x->n_blocks, plural(x->n_blocks), x->test->job.system, first->outages,
        STR_ARG(first->why));
}
