/* attack_round.h: questions of searches put to the system, and what came of them. Private to
 * attack.c.
 *
 * A round is a suite in memory: the seeds, and a case for each wish. So it is asked, answered from
 * the cache and judged like any suite. */
#ifndef TEQL_ATTACKING_ATTACK_ROUND_H
#define TEQL_ATTACKING_ATTACK_ROUND_H

#include "asking/ask.h"
#include "attack/search.h"
#include "pipeline/score.h"
#include "suite/predictions.h"

/* A seed of the round with what is wanted of it. */
struct round_seed {
    const struct seed *seed;
    const struct answer *answer; /* to the seed; NULL in the round that asks for it */
    struct attack_wishes wishes; /* as many of them as the budget allows */
};

/* How rounds are asked and judged. */
struct round_rules {
    const char *dir;              /* a folder that is not there: rounds have no files */
    const char *originals, *more; /* the databases, as suite_begin takes them */
    const char *system;           /* its spec */
    struct ask_session *session;  /* with it; it serves all rounds */
    bool answered;                /* by the system, in a round before */
    const struct ask_settings *settings;
    const struct listener *listener;
    struct score_options score;
    uint32_t workers;
};

/* A round that was asked. To be released in any case. */
struct attack_round {
    struct suite suite;
    struct predictions predictions;
    struct scores
        scores; /* by place of the seeds and cases: cases are the wishes, in their order */
    struct ask_outcome outcome;
    struct arena arena; /* of the ids of answers that are known */
};

/* Ask it. On failure what was answered is in the cache. */
MUST_USE enum status attack_round_run(const struct round_rules *rules,
                                      const struct round_seed *seeds, uint32_t n_seeds,
                                      struct attack_round *out, struct err *e);
void attack_round_release(struct attack_round *r);

/* Ask these seeds once more, past the cache and the budget. Was one of them answered? Where they
 * cannot be asked, none was; fails where the run is to stop. */
MUST_USE enum status attack_round_is_answered(const struct round_rules *rules,
                                              const struct seed *const *seeds, uint32_t n_seeds,
                                              bool *answered, struct err *e);

/* What a verdict comes to for a search. */
struct attack_outcome attack_outcome_of(const struct verdict *v, const struct answer *said);

#endif
