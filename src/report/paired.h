/* paired.h: is one system more robust than another, or is it chance?
 *
 * Two systems are compared case by case. Only cases that were judged in both count; two cases are
 * the same if their ids and questions are. With a gold, right answers are compared too, judged or
 * not. The difference of the error rates comes with an interval from repeated draws of seeds. Both
 * systems get the same draws, so that what makes a seed hard for both cancels out.
 *
 * A system may have several runs. Then a case counts as the share of errors among the runs that
 * judged it, and the interval is widened by the variance from run to run. */
#ifndef TEQL_REPORT_PAIRED_H
#define TEQL_REPORT_PAIRED_H

#include "report/run_cases.h"
#include "report/spread.h"

/* The same case in both systems. */
struct case_pair {
    const struct run_case *a, *b;
};

struct case_pairs {
    struct case_pair *all; /* in the order of the first */
    uint32_t n_all;
    struct case_pair
        *items; /* the pairs that were judged in both systems, each in at least one run */
    uint32_t count;
    uint32_t others; /* cases that have one id but are not the same: the suites differ */
    uint32_t lost;   /* judged in the first, not in the second */
};

struct case_pairs case_pairs_of(struct arena *a, const struct run_cases *x,
                                const struct run_cases *y);

struct paired {
    struct str relation;           /* ptr NULL: all cases */
    uint64_t cases;                /* that both have */
    uint64_t only_a, only_b, both; /* cases that break only one system, or both */
    double rate_a, rate_b;
    struct spread runs_a, runs_b; /* the rates of the runs, on these cases */
    double run_error; /* standard error of rate_b - rate_a from run to run; 0 for single runs */
    struct interval difference; /* of rate_b - rate_a, with the certainty asked for */
};

struct paired_list {
    struct paired *items; /* the first is all cases */
    uint32_t count;
    struct paired wrong; /* counts answers to seeds and cases that are wrong by the gold, instead of
                            errors; no cases without a gold */
    uint32_t others, lost; /* as in struct case_pairs */
    uint32_t same;         /* cases that both have, judged or not */
};

/* Compare B with A. `certainty` is, say, 0.95; for the relations it is made stricter (Bonferroni),
 * so that it holds for all of them at once. In `a`. Scores that are not in memory are read batch by
 * batch, and may prove faulty (scores_status). */
struct paired_list paired_compare_runs(struct arena *a, struct runs x, struct runs y,
                                       double certainty);

/* The same for two systems of one run each. */
struct paired_list paired_compare(struct arena *a, const struct scores *x, const struct scores *y,
                                  double certainty);

/* The same batch by batch (lockstep.h), for callers that add up several things in one walk. Only
 * sums for each relation and seed stay in `a`. */
struct paired_sums;
struct paired_sums *paired_begin(struct arena *a, uint32_t runs_a, uint32_t runs_b);
void paired_add(struct paired_sums *p, const struct run_cases *a, const struct run_cases *b);
struct paired_list paired_end(struct paired_sums *p, double certainty);

/* Is B worse, or better, beyond chance? */
bool paired_is_worse(const struct paired *p);
bool paired_is_better(const struct paired *p);

/* Has B lost right answers beyond chance? Then fewer errors do not make it better: a system that
 * always gives the same answer has none. */
bool paired_lost_answers(const struct paired_list *l);

#endif
