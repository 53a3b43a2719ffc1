/* comparison_sums.h: the figures of a comparison, added up in one walk through the scores of all
 * systems in step (lockstep.h). So the scores need not be in memory. */
#ifndef TEQL_REPORT_COMPARISON_SUMS_H
#define TEQL_REPORT_COMPARISON_SUMS_H

#include "report/comparison.h"

/* Optional figures. */
struct comparison_wants {
    bool effort; /* time and tokens of answers: needs memory for each answer */
    bool page;   /* each system compared with each other, not just with the first; how many cases
                    differ, and the numbers of all seeds; at most COMPARED_MAX systems */
    struct buf
        *cases;    /* gets a line for each case that breaks only one of the first two systems: the
                      system's name, a tab, the id. A case breaks a system of several runs if it is an
                      error in more than half of the runs that judged it. NULL for none */
    uint32_t step; /* verdicts of a step (lockstep.h); 0: the default */
};

/* Fill in the sums of the comparison, whose systems have names and runs. `order` is as for
 * robustness_of. In `a`. Scores that are not in memory may prove faulty: see scores_status of each.
 */
void comparison_add_up(struct arena *a, struct system_comparison *c, const char *const *order,
                       const struct comparison_wants *wants);

#endif
