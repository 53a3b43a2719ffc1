/* comparison_sums.h: what a comparison shows, added up in one walk through the scores of all
 * systems in step (lockstep.h). So these need not be in memory. */
#ifndef TEQL_REPORT_COMPARISON_SUMS_H
#define TEQL_REPORT_COMPARISON_SUMS_H

#include "report/comparison.h"

/* What is wanted besides what every comparison has. */
struct comparison_wants {
    bool effort; /* what answers took: holds a number for each */
    bool page;   /* each system with each other, not just with the first; how many cases differ, and
                    the numbers of all seeds; of COMPARED_MAX systems at most */
    struct buf *cases; /* gets the ids of the cases that break only one of the first two systems, a
                          line each: the system's name, a tab, the id. With several runs a case
                          breaks a system if it is an error in more than half of those that judged
                          it. NULL for none */
    uint32_t step;     /* verdicts of a step (lockstep.h); 0: as many as is good */
};

/* Fill in what the comparison has of sums; systems with their names and runs are there. `order` is
 * that of robustness_of. Everything lives in `a`. Scores that are not in memory may prove faulty:
 * scores_status of each tells. */
void comparison_add_up(struct arena *a, struct system_comparison *c, const char *const *order,
                       const struct comparison_wants *wants);

#endif
