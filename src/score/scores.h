/* scores.h: the verdicts on a system's answers to a suite, in memory and as a file.
 *
 * scores.json is one object with a line for each seed and case, so that it can be read by people,
 * by jq and by `teql report`, which needs nothing else but the texts that the suite and the
 * predictions hold. */
#ifndef TEQL_SCORE_SCORES_H
#define TEQL_SCORE_SCORES_H

#include "base/arena.h"
#include "base/file.h"
#include "score/cause.h"

#include <stdint.h>

struct scored_seed {
    uint32_t number; /* in the dataset */
    struct str db_id;
    struct str hardness; /* ptr NULL where there is no gold, or Spider's grammar does not have it */
    struct str
        elements; /* SQL elements of its query, as a JSON array of names; ptr NULL: unknown */
    struct truths right;
    bool answered, flaky; /* flaky: asked again, it was answered differently */
    struct str message;   /* why the answer is no rows; may be empty */
};

struct scored_case {
    struct str id;
    uint32_t seed;   /* place in the seeds */
    uint64_t digest; /* of what was asked: tells cases of one id in two suites apart; 0: unknown */
    double naturalness; /* as the suite has it, 0 to 1; negative where unknown */
    struct str family, relation;
    enum cause cause; /* by the measure that was asked for */
    bool flaky;       /* asked again, it was answered differently */
    struct truths consistent, right;
    struct str message;
    /* Of errors only; ptr NULL where there is nothing to tell: */
    struct str type;                    /* the kind of error */
    struct str differences;             /* a JSON array of objects (score/verdict_json.h) */
    struct str rows_before, rows_after; /* the first rows of both answers: {"n":…,"rows":[[…],…]} */
};

struct scores {
    struct arena arena;
    struct str by;                 /* "execution", "exact" or "strict" */
    struct str suite, predictions; /* paths */
    struct str system;             /* what was asked; empty where unknown */
    struct str key; /* what they were made of, for those who would make them again; or empty */
    struct scored_seed *seeds;
    struct scored_case *cases; /* in the order of the suite: those of a seed stand together */
    uint32_t n_seeds, n_cases;
};

/* Write the object to `f`; `summary` is JSON that goes in as it is. */
MUST_USE enum status scores_write(const struct scores *s, struct str summary, struct out_file *f,
                                  struct err *e);

/* Read it back. Errors name file and place. */
MUST_USE enum status scores_load(struct scores *s, const char *path, struct err *e);
void scores_release(struct scores *s);

#endif
