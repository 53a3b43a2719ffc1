/* attacking.h: an attack under way. Private to attack.c, attack_draw.c and attack_output.c. */
#ifndef TEQL_PIPELINE_ATTACKING_H
#define TEQL_PIPELINE_ATTACKING_H

#include "base/workers.h"
#include "pipeline/attack.h"
#include "pipeline/attack_round.h"
#include "pipeline/synonym_asker.h"

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
    const struct attack_settings *options;
    struct arena arena;
    struct attack_rules rules;
    struct word_domains domains;
    struct asked_words asked; /* what a language model said for words of the seeds */
    struct attack_rates rates;
    struct round_rules round;
    struct ask_settings settings;
    struct ask_session session;  /* of the rounds */
    struct attacked_seed *seeds; /* by place in the dataset */
    uint32_t n_seeds;
    const uint32_t *order; /* the places of the seeds, as they are drawn */
    uint32_t n_order;      /* how many of them may be */
    uint32_t n_looked_at;  /* the first so many were */
    uint32_t *turns;       /* the same places, in the order in which they are served */
    uint32_t wave;         /* seeds that are in a round at most */
    struct workers *workers;
    struct attack_worker *each; /* by worker */
    struct book_shelf *books;   /* by worker */
    uint32_t n_workers;
    uint32_t outages; /* rounds without any answer, in a row: their questions */
    struct provenance provenance;
    struct progress progress;
    struct attack_result *out;
};

/* Let the workers do jobs 0 to n - 1, with `x` as their context. */
MUST_USE enum status attack_run_jobs(struct attacking *x, uint32_t n, workers_job *job,
                                     struct err *e);

/* attack_draw.c: which seeds are attacked. */

/* Set up all seeds. Nothing is drawn yet. */
void attack_draw_begin(struct attacking *x);

/* Draw the first seeds, as many as the budget is for, and set the budget where there is none. */
MUST_USE enum status attack_draw_first(struct attacking *x, struct err *e);

/* Draw more for what is left of the budget. None are drawn where there are no more. */
MUST_USE enum status attack_draw_more(struct attacking *x, uint32_t *drawn, struct err *e);

#endif
