/* comparison.h: several systems side by side. */
#ifndef TEQL_REPORT_COMPARISON_H
#define TEQL_REPORT_COMPARISON_H

#include "report/criteria.h"
#include "report/figures.h"
#include "report/paired.h"
#include "report/sections.h"

struct compared_system {
    struct str name;
    struct runs runs; /* the verdicts need not be in memory */

    /* Added up: */
    struct robustness *sums;    /* of each run, without effort */
    struct figure_list figures; /* if figures are shown as means of runs */
    struct effort effort;       /* of all runs, if it is wanted */
    uint32_t cases;             /* that any run has */
    uint32_t *same;             /* for each run: cases that are the same in the first run */
};

struct compared_pair {
    uint32_t first, second; /* systems */
    struct paired_list list;
};

struct system_comparison {
    struct compared_system *systems;
    uint32_t n_systems;
    const double *weights; /* of capabilities, for a ranking; NULL for none */
    bool experiment;       /* show systems of one run like systems of several */

    /* Added up: */
    struct compared_pair *pairs; /* the first system with each of the others, in their order; for a
                                    page then the second with those after it, and so on */
    uint32_t n_pairs;
    uint32_t differing;           /* for a page: cases that break some systems and not others … */
    uint32_t *numbers, n_numbers; /* … and the numbers of all seeds that any run has, ascending */
};

/* Optional figures. */
struct comparison_wants {
    bool effort;   /* time and tokens of answers: needs memory for each answer */
    bool page;     /* each system compared with each other, not just with the first; how many cases
                      differ, and the numbers of all seeds; at most COMPARED_MAX systems */
    uint32_t step; /* verdicts of a step (lockstep.h); 0: the default */

    /* Gets a line for each case that breaks only one of the first two systems: the system's name, a
     * tab, the id. A case breaks a system of several runs if it is an error in more than half of
     * the runs that judged it. Or NULL. */
    struct buf *cases;
};

/* Fill in the sums of the comparison, whose systems have names and runs, in one walk through the
 * scores of all systems in step (lockstep.h): they need not be in memory. `order` is as for
 * robustness_of. In `a`. Scores may prove faulty: see scores_status of each. */
void comparison_add_up(struct arena *a, struct system_comparison *c, const char *const *order,
                       const struct comparison_wants *wants);

/* Are figures shown as means of runs, because the user asked for it or because a system has several
 * runs? */
bool comparison_of_runs(const struct system_comparison *c);

/* The measure that the runs of a system were judged by: it is the same for all of them. */
struct str compared_by(const struct compared_system *s);

/* MT-TEQL's Table 7: a row for each system with its error rates, and the average of each column. */
struct table comparison_rates(struct arena *a, const struct system_rates *systems, uint32_t n);

/* The tables of a comparison, in `a`: what is compared; error rates of all systems by relation,
 * with the average (Table 7), or the tables of experiment.h; marks by capability (Table 11); the
 * ranking, if there are weights; and for each system after the first, its differences from the
 * first, with their certainty. */
struct table_list comparison_tables(struct arena *a, const struct system_comparison *c);

/* The figures of a system for programs: by relation, or of its runs. In `a`. */
struct table comparison_figures(struct arena *a, const struct system_comparison *c,
                                uint32_t system);

/* The tables as JSON: an array of systems, with rates and marks by capability, and the first
 * compared with each of the others. */
void comparison_json(struct buf *out, const struct system_comparison *c);

/* Its members "systems" and "pairs" (one system compared with another), put into an open object. */
void comparison_put_systems(struct json_writer *w, const struct system_comparison *c);
void comparison_put_pairs(struct json_writer *w, const struct system_comparison *c);

/* The error rate over all cases, as the mean of the runs. */
struct spread comparison_error_rate(const struct compared_system *s);

/* The relations of all systems, in the order of the first system that has them. In `a`. */
struct str *comparison_relations(struct arena *a, const struct compared_system *systems, uint32_t n,
                                 uint32_t *count);

#endif
