/* scores.h: the verdicts on a system's answers to a suite, in memory and as a file.
 *
 * scores.json is one object with a line for each seed and case, so that it can be read by people,
 * by jq and by `teql report`, which needs nothing else but the texts that the suite and the
 * predictions hold. */
#ifndef TEQL_SCORE_SCORES_H
#define TEQL_SCORE_SCORES_H

#include "base/file.h"
#include "score/verdict.h"

struct scores {
    struct arena arena;
    struct str by;                 /* "execution", "exact" or "strict" */
    struct str suite, predictions; /* paths */
    struct str system;             /* what was asked; empty where unknown */
    struct str key; /* what they were made of, for those who would make them again; or empty */
    struct seed_verdict *seeds;
    struct verdict *cases; /* in the order of the suite: those of a seed stand together */
    uint32_t n_seeds, n_cases;
};

/* Write the object to `f`; `summary` is JSON that goes in as it is. */
MUST_USE enum status scores_write(const struct scores *s, struct str summary, struct out_file *f,
                                  struct err *e);

/* Read it back. Errors name file and place. */
MUST_USE enum status scores_load(struct scores *s, const char *path, struct err *e);
void scores_release(struct scores *s);

#endif
