/* paired.h: is one system more robust than another, or is it chance?
 *
 * Two systems are compared case by case. Only cases count that both have and that were judged in
 * both; a case is the same where its id is and what was asked is. Where there is a gold, right
 * answers are compared too, judged or not. The difference of the error rates comes with an interval
 * from drawing seeds again and again, the same for both, so that what makes a seed hard for
 * everybody cancels out.
 *
 * A system may have several runs. Then a case counts as the share of the runs in which it is an
 * error, of those that judged it, and the interval is made wider by what varies from run to run. */
#ifndef TEQL_REPORT_PAIRED_H
#define TEQL_REPORT_PAIRED_H

#include "report/run_cases.h"
#include "report/spread.h"

/* Cases of the two that are one case. */
struct case_pair {
    const struct run_case *a, *b;
};

struct case_pairs {
    struct case_pair *all; /* in the order of the first */
    uint32_t n_all;
    struct case_pair *items; /* of these, those that were judged in both, in one run at least */
    uint32_t count;
    uint32_t others; /* cases of one id, but not the same: the suites differ */
    uint32_t lost;   /* judged in the first, not in the second */
};

struct case_pairs case_pairs_of(struct arena *a, const struct run_cases *x,
                                const struct run_cases *y);

struct paired {
    struct str relation;           /* ptr NULL for all together */
    uint64_t cases;                /* that both have */
    uint64_t only_a, only_b, both; /* that break one of them, or both */
    double rate_a, rate_b;
    struct spread runs_a, runs_b; /* the rates of the runs, on these cases */
    double
        run_error; /* standard error of rate_b - rate_a from run to run; 0 without several runs */
    struct interval difference; /* holds rate_b - rate_a with the certainty asked for */
};

struct paired_list {
    struct paired *items; /* the first is of all together */
    uint32_t count;
    struct paired wrong;   /* answers to seeds and cases that are wrong by the gold, in the place of
                              errors; no cases where there is no gold */
    uint32_t others, lost; /* as in struct case_pairs */
    uint32_t same;         /* cases that both have, judged or not */
};

/* Compare B with A. `certainty` is, say, 0.95; for the relations, of which there are several, it is
 * made stricter (Bonferroni), so that it holds for all of them at once. Lives in `a`. Scores that
 * are not in memory are walked through, and may prove faulty (scores_status). */
struct paired_list paired_compare_runs(struct arena *a, struct runs x, struct runs y,
                                       double certainty);

/* The same for two systems of one run each. */
struct paired_list paired_compare(struct arena *a, const struct scores *x, const struct scores *y,
                                  double certainty);

/* The same part by part (lockstep.h), for one who adds up several things at once. Of the cases,
 * sums for each relation and seed stay in `a`. */
struct paired_sums;
struct paired_sums *paired_begin(struct arena *a, uint32_t runs_a, uint32_t runs_b);
void paired_add(struct paired_sums *p, const struct run_cases *a, const struct run_cases *b);
struct paired_list paired_end(struct paired_sums *p, double certainty);

/* B is worse, or better, beyond chance. */
bool paired_is_worse(const struct paired *p);
bool paired_is_better(const struct paired *p);

/* Has B lost right answers beyond chance? Then fewer errors do not make it better: who says the
 * same to everything has none. */
bool paired_lost_answers(const struct paired_list *l);

#endif
