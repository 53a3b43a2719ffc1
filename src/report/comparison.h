/* comparison.h: several systems side by side. */
#ifndef TEQL_REPORT_COMPARISON_H
#define TEQL_REPORT_COMPARISON_H

#include "report/criteria.h"
#include "report/figures.h"
#include "report/paired.h"
#include "report/sections.h"

struct compared_system {
    struct str name;
    struct runs runs; /* whose verdicts need not be in memory */

    /* Added up (comparison_sums.h): */
    struct robustness *sums;    /* of each run, without what answers took */
    struct figure_list figures; /* where they are shown as means of runs */
    struct effort effort;       /* of all runs, where it is wanted */
    uint32_t cases;             /* that any run has */
    uint32_t *same;             /* of each run: that are the same in the first */
};

struct compared_pair {
    uint32_t first, second; /* systems */
    struct paired_list list;
};

struct system_comparison {
    struct compared_system *systems;
    uint32_t n_systems;
    const double *weights; /* of capabilities, for a ranking; NULL for none */
    bool experiment;       /* show systems of one run as those of several are shown */

    /* Added up: */
    struct compared_pair *pairs; /* the first system with each of the others, in their order; of a
                                    page then the second with those behind it, and so on */
    uint32_t n_pairs;
    uint32_t differing;           /* of a page: cases that break some systems and not others … */
    uint32_t *numbers, n_numbers; /* … and of all seeds that any run has, rising */
};

/* Are figures shown as means of runs, with what experiments need: because it was asked for, or
 * because a system has several runs? */
bool comparison_of_runs(const struct system_comparison *c);

/* MT-TEQL's Table 7: a row for each system with its error rates, and the average of each column. */
struct table comparison_rates(struct arena *a, const struct system_rates *systems, uint32_t n);

/* The tables of a comparison, in `a`: what is compared; error rates of all systems by relation,
 * with the average (Table 7), or the tables of experiment.h; marks by capability (Table 11), and
 * where there are weights the ranking by them; and for each system after the first, what is
 * different from the first, with its certainty. */
struct table_list comparison_tables(struct arena *a, const struct system_comparison *c);

/* The figures of a system for programs: by relation, or of its runs. In `a`. */
struct table comparison_figures(struct arena *a, const struct system_comparison *c,
                                uint32_t system);

/* The tables as JSON: an array of systems, with rates and marks by capability, and the first
 * compared with each of the others. */
void comparison_json(struct buf *out, const struct system_comparison *c);

/* The members of that, in an open object: "systems", and "pairs": what one is against another. */
void comparison_put_systems(struct json_writer *w, const struct system_comparison *c);
void comparison_put_pairs(struct json_writer *w, const struct system_comparison *c);

/* The error rate of all cases, as the mean of the runs. */
struct spread comparison_error_rate(const struct compared_system *s);

/* The relations of all systems, in the order of the first that has them. Lives in `a`. */
struct str *comparison_relations(struct arena *a, const struct compared_system *systems, uint32_t n,
                                 uint32_t *count);

#endif
