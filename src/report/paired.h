/* paired.h: is one system more robust than another, or is it chance?
 *
 * Two files of scores over the same suite are compared case by case: only cases that both have, and
 * that were judged in both, count. The difference of the error rates comes with an interval from
 * drawing seeds again and again, the same for both, so that what makes a seed hard for everybody
 * cancels out. */
#ifndef TEQL_REPORT_PAIRED_H
#define TEQL_REPORT_PAIRED_H

#include "score/scores.h"

struct paired {
    struct str relation;           /* ptr NULL for all together */
    uint64_t cases;                /* that both have */
    uint64_t only_a, only_b, both; /* errors of one of them, of both */
    double rate_a, rate_b;
    double low, high; /* rate_b - rate_a lies between, with the certainty asked for */
};

struct paired_list {
    struct paired *items; /* the first is of all together */
    uint32_t count;
};

/* Compare B with A. `certainty` is, say, 0.95; for the relations, of which there are several, it is
 * made stricter (Bonferroni), so that it holds for all of them at once. Lives in `a`. */
struct paired_list paired_compare(struct arena *a, const struct scores *x, const struct scores *y,
                                  double certainty);

/* B is worse, or better, beyond chance. */
bool paired_is_worse(const struct paired *p);
bool paired_is_better(const struct paired *p);

#endif
