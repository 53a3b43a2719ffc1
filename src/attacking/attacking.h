/* attacking.h: an attack under way. Private to attack.c and its companions. */
#ifndef TEQL_ATTACKING_ATTACKING_H
#define TEQL_ATTACKING_ATTACKING_H

#include "attacking/attack.h"
#include "attacking/attack_block.h"
#include "attacking/attack_round.h"
#include "base/workers.h"
#include "model/synonym_asker.h"

/* How far it came with a seed. */
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
    struct attack_block *block; /* NULL where another shard has it, or it may not be drawn */
    struct attack_search search;
    struct answer answer;
    enum seed_stage stage;
    bool wrong;                  /* its answer is, and such are not wanted */
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
    struct asked_words asked; /* what a language model said for words of the seeds */
    struct round_rules round;
    struct ask_settings settings;
    struct ask_session session;  /* of the rounds */
    struct attacked_seed *seeds; /* by place in the dataset */
    uint32_t n_seeds;
    struct attack_cut cut;
    struct attack_block *blocks; /* of this shard */
    uint32_t n_blocks;
    uint32_t *looking; /* places of the seeds that are looked at now */
    struct workers *workers;
    struct attack_worker *each; /* by worker */
    struct book_shelf *books;   /* by worker */
    uint32_t n_workers;
    struct str key;   /* of the whole attack */
    struct part part; /* of that */
    struct provenance provenance;
    struct progress progress;
    struct attack_result *out;
};

/* Let the workers do jobs 0 to n - 1, with `x` as their context. */
MUST_USE enum status attack_run_jobs(struct attacking *x, uint32_t n, workers_job *job,
                                     struct err *e);

/* attack_draw.c: which seeds are attacked. */

/* Set up all seeds, and the blocks of this shard. Nothing is drawn yet. */
MUST_USE enum status attack_draw_begin(struct attacking *x, struct err *e);

/* Draw the first seeds, as many as the budget is for, and set the budget where there is none. */
MUST_USE enum status attack_draw_first(struct attacking *x, struct err *e);

/* Draw more for what is left of the budgets. None are drawn where there are no more. */
MUST_USE enum status attack_draw_more(struct attacking *x, struct err *e);

/* How many seeds did the latest draw bring? */
uint32_t attack_drawn(const struct attacking *x);

#endif
