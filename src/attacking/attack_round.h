/* attack_round.h: questions of searches put to the system, and what came of them.
 *
 * A round is a suite in memory: the seeds, and a case for each wish. So it is asked, answered from
 * the cache and judged like any other suite. */
#ifndef TEQL_ATTACKING_ATTACK_ROUND_H
#define TEQL_ATTACKING_ATTACK_ROUND_H

#include "asking/ask.h"
#include "attack/search.h"
#include "pipeline/score.h"
#include "suite/predictions.h"

/* A seed of the round, and what its search wants to ask. */
struct round_seed {
    const struct seed *seed;
    const struct answer *answer; /* to the seed; NULL in the round that asks for it */
    struct attack_wishes wishes; /* as many of them as the budget allows */
};

/* How rounds are asked and judged. */
struct round_rules {
    const char *dir;              /* a folder that does not exist: rounds have no files */
    const char *originals, *more; /* the databases, as for suite_begin */
    const char *system;           /* its spec */
    struct ask_session *session;  /* with the system, for all rounds */
    bool answered;                /* the system answered something in a round before */
    const struct ask_settings *settings;
    const struct listener *listener;
    struct score_options score;
    uint32_t workers;
};

/* A round that was asked. Release it even if that failed. */
struct attack_round {
    struct suite suite;
    struct predictions predictions;
    struct scores
        scores; /* by place of the seeds and cases: cases are the wishes, in their order */
    struct ask_outcome outcome;
    struct arena arena; /* of the ids of known answers */
};

/* Ask and judge a round. On failure what was answered is in the cache. */
MUST_USE enum status attack_round_run(const struct round_rules *rules,
                                      const struct round_seed *seeds, uint32_t n_seeds,
                                      struct attack_round *out, struct err *e);
void attack_round_release(struct attack_round *r);

/* Ask these seeds once more, past the cache and the budget. Was one of them answered? No, if they
 * cannot be asked; fails only if the run is to stop. */
MUST_USE enum status attack_round_is_answered(const struct round_rules *rules,
                                              const struct seed *const *seeds, uint32_t n_seeds,
                                              bool *answered, struct err *e);

/* A verdict, as a search takes it. */
struct attack_outcome attack_outcome_of(const struct verdict *v, const struct answer *said);

#endif
