/* attacking.h: an attack under way. Private to the files of this folder. */
#ifndef TEQL_ATTACKING_ATTACKING_H
#define TEQL_ATTACKING_ATTACKING_H

#include "asking/ask.h"
#include "attack/search.h"
#include "attacking/attack.h"
#include "base/workers.h"
#include "dataset/draw_seeds.h"
#include "model/synonym_asker.h"
#include "pipeline/score.h"
#include "suite/predictions.h"

/* How the seeds of an attack are cut into blocks, and which blocks this run has. */
struct attack_cut {
    struct seed_list pool;  /* seeds that may be drawn, in the order of the dataset */
    const uint32_t *places; /* their places in the dataset */
    uint32_t n_blocks;
    const uint64_t *work;   /* by block */
    struct place_range own; /* blocks of the shard */
};

/* Seeds that follow one another in the pool, learn from each other, and share a budget.
 *
 * A block is an attack by itself: what is done with its seeds depends on their answers, and on no
 * other block. So it does not matter which blocks are attacked in the same run, and shards have
 * whole blocks. */
struct attack_block {
    uint32_t number;       /* among all blocks */
    uint32_t *order;       /* the places of its seeds, as they are drawn */
    uint32_t *turns;       /* the same places, in the order in which they are served */
    uint32_t n_seeds;      /* the length of both */
    uint32_t n_looked_at;  /* how many of `order` were looked at, from the first */
    uint64_t wanted;       /* seeds that are still to be drawn, if they can be attacked */
    uint32_t drawn, fresh; /* seeds drawn in all, and in the latest draw */
    uint64_t budget, spent;
    uint32_t wave;    /* most seeds in a round */
    bool open;        /* it is under attack: something may be wanted, and is allowed */
    uint32_t outages; /* questions asked since the last round with an answer */
    bool given_up;    /* after too many outages: it is never open again */
    struct str why;   /* the error of the last outage */
    struct attack_rates rates;
};

enum seed_stage {
    SEED_WAITING,
    SEED_LEFT_OUT, /* nothing can be changed, or its gold query cannot be used: not asked */
    SEED_DRAWN,    /* to be asked as it is */
    SEED_ASKED,    /* the answer cannot be used */
    SEED_ATTACKED
};

/* A seed under attack. */
struct attacked_seed {
    struct seed seed;
    struct attack_block *block; /* NULL if another shard has it, or if it may not be drawn */
    struct attack_search search;
    struct answer answer;
    enum seed_stage stage;
    bool wrong;                  /* not attacked: its answer is wrong, and that was not wanted */
    double promise;              /* of its next question */
    bool chosen;                 /* for this round */
    struct arena round;          /* of the wishes, and of the worst case */
    struct attack_wishes wishes; /* of this round */
    struct test_case worst;
    bool has_worst;
};

struct attacking {
    struct testing *test;
    struct arena arena;
    struct attack_rules rules;
    struct word_domains domains;
    struct asked_words asked;     /* what a language model said for words of the seeds */
    const char *originals, *more; /* the databases, as for suite_begin */
    struct ask_settings settings;
    struct ask_session session;  /* of all rounds */
    bool answered;               /* the system answered something in a round before */
    struct attacked_seed *seeds; /* by place in the dataset */
    uint32_t n_seeds;
    struct attack_cut cut;
    struct attack_block *blocks; /* of this shard */
    uint32_t n_blocks;
    uint32_t *looking; /* places of the seeds that are looked at now */
    struct workers *workers;
    struct attack_worker *each; /* by worker */
    uint32_t n_workers;
    struct str key;   /* of the whole attack */
    struct part part; /* of that */
    struct provenance provenance;
    struct progress progress;
    struct attack_result *out;
};

/* attack.c */

/* Let the workers do jobs 0 to n - 1, with `x` as their context. */
MUST_USE enum status attack_run_jobs(struct attacking *x, uint32_t n, workers_job *job,
                                     struct err *e);

/* attack_round.c */

/* A seed of a round, and what its search wants to ask. */
struct round_seed {
    const struct seed *seed;
    const struct answer *answer; /* to the seed; NULL in the round that asks for it */
    struct attack_wishes wishes; /* as many of them as the budget allows */
};

/* A round that was asked: a suite in memory with the seeds, and a case for each wish. So it is
 * asked, answered from the cache and judged like any other suite. Release it even if that failed.
 */
struct attack_round {
    struct suite suite;
    struct predictions predictions;
    struct scores
        scores; /* by place of the seeds and cases: cases are the wishes, in their order */
    struct ask_outcome outcome;
    struct arena arena; /* of the ids of known answers */
};

/* Ask and judge a round. On failure what was answered is in the cache. */
MUST_USE enum status attack_round_run(struct attacking *x, const struct round_seed *seeds,
                                      uint32_t n_seeds, struct attack_round *out, struct err *e);
void attack_round_release(struct attack_round *r);

/* Ask these seeds once more, past the cache and the budget. Was one of them answered? No, if they
 * cannot be asked; fails only if the run is to stop. */
MUST_USE enum status attack_round_is_answered(struct attacking *x, const struct seed *const *seeds,
                                              uint32_t n_seeds, bool *answered, struct err *e);

/* A verdict, as a search takes it. */
struct attack_outcome attack_outcome_of(const struct verdict *v, const struct answer *said);

/* attack_draw.c */

/* Cut `pool`, which must stay, into blocks of at least `size` seeds; into one block if there are
 * fewer seeds, or if `size` is 0. Lives in `a`. */
MUST_USE enum status attack_cut_make(struct arena *a, const struct dataset *d,
                                     struct seed_list pool, uint32_t size, struct shard shard,
                                     struct attack_cut *out, struct err *e);

/* Where the block begins in the pool. The block after the last begins at the end. */
uint32_t attack_block_begin(const struct attack_cut *c, uint32_t number);

/* The share of a block in a budget for all, by the number of its seeds. The shares of all blocks
 * together are the budget. */
uint64_t attack_block_share(const struct attack_cut *c, uint32_t number, uint64_t budget);

/* The places in the pool of all blocks of the shard. */
struct place_range attack_own_seeds(const struct attack_cut *c);

/* Set up all seeds, and the blocks of this shard. Nothing is drawn yet. */
MUST_USE enum status attack_draw_begin(struct attacking *x, struct err *e);

/* Draw the first seeds, as many as the budget is for. Without a budget, set one. */
MUST_USE enum status attack_draw_first(struct attacking *x, struct err *e);

/* Draw more seeds for what is left of the budgets, if there are more. */
MUST_USE enum status attack_draw_more(struct attacking *x, struct err *e);

/* The number of seeds in the latest draw. */
uint32_t attack_drawn(const struct attacking *x);

/* attack_outage.c */

/* A round of wishes was asked: give up the blocks that it shows to be hopeless. E_SYSTEM if the
 * system is gone, or if all blocks of the attack were given up. */
MUST_USE enum status attack_check_outages(struct attacking *x, const struct attack_round *r,
                                          struct err *e);

/* The first questions of the run all failed. Does the system answer others of the attack, which
 * shards need not have? */
MUST_USE enum status attack_answers_others(struct attacking *x, bool *does, struct err *e);

/* Count the blocks that were given up, in the result and in a notice. */
void attack_print_given_up(struct attacking *x);

/* attack_output.c */

/* Find the key of the attack, and which part of it this is. The session must be open, and all
 * questions asked. */
MUST_USE enum status attack_identify(struct attacking *x, struct err *e);

/* Add the searches up in the result. */
void attack_count(struct attacking *x);

/* Write the suite of worst cases and the answers to it into the folder of the test. */
MUST_USE enum status attack_write(struct attacking *x, struct err *e);

#endif
