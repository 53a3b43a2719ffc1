/* run_cases.h: the cases of one system, with their verdicts in each run.
 *
 * A run is a file of scores. A system that was trained once has one; one that was trained three
 * times, with other random seeds, has three, on the same suite. */
#ifndef TEQL_REPORT_RUN_CASES_H
#define TEQL_REPORT_RUN_CASES_H

#include "base/hash.h"
#include "score/scores.h"

/* The runs of one system; at least one. */
struct runs {
    const struct scores *const *items;
    uint32_t count;
};

struct run_case {
    struct str key;                  /* the number of its seed and its id, as bytes */
    const struct verdict *first;     /* of the first run that has the case */
    const struct seed_verdict *seed; /* its seed in that run */
    const struct verdict **verdicts; /* by run; NULL if a run does not have it */
    uint32_t order;                  /* the order in which the cases were found */
};

struct run_cases {
    struct runs runs;
    struct run_case *items; /* in the order of the first run; those of a seed follow one another */
    uint32_t count;
    struct name_map places; /* by key */
};

/* Are two verdicts with one id about the same case, as far as is known? */
bool verdicts_match(const struct verdict *a, const struct verdict *b);

/* The cases that any run has. All verdicts are in memory: of whole scores, or of batches in step
 * (lockstep.h). A case has an id and a seed: one id under two seeds makes two cases. If cases with
 * one id are not the same, the first is taken. In `a`. */
struct run_cases run_cases_of(struct arena *a, struct runs runs);

/* The number of runs that judged a case, and of those in which it is an error. */
struct fate {
    uint32_t judged, errors;
};

struct fate run_case_fate(const struct run_cases *all, const struct run_case *c);

/* Does the case break the system, that is, is it an error in more than half of the runs that judged
 * it? */
bool fate_is_broken(struct fate f);

/* All runs as one set of scores, in which a seed has its cases of every run: for figures that
 * depend on seeds and not on runs. Its seeds are those of all runs one after another; cases refer
 * to the first seed of each number. In `a`; the texts are those of the runs. */
const struct scores *runs_together(struct arena *a, const struct run_cases *all);

#endif
