/* figures.h: the figures of a system over its runs: means, and the spread between runs; by
 * relation, of all cases, and by hardness of the seed. */
#ifndef TEQL_REPORT_FIGURES_H
#define TEQL_REPORT_FIGURES_H

#include "report/robustness.h"
#include "report/run_cases.h"
#include "report/spread.h"

/* The measures of a tally, and how many seeds are right, each counting once. */
enum run_figure { FIGURE_SEEDS_EXECUTION = N_MEASURES, FIGURE_SEEDS_EXACT, N_FIGURES };

/* "error_rate", …, "seeds_right_execution", "seeds_right_exact" */
const char *figure_name(uint32_t figure);

struct figure_group {
    const char *dimension; /* "relation", "all" or "hardness" */
    struct str label;
    struct spread seeds, cases, judged, errors; /* counts; no seeds by relation */
    struct spread figures[N_FIGURES]; /* by enum measure and enum run_figure; from 0 to 1 */
    struct interval interval;         /* of the error rate, over seeds, of all runs together; low is
                                         negative if nothing is known */
};

/* The relations in the order given, then all cases, then the levels of hardness. Systems with the
 * same relations have the same groups. */
struct figure_list {
    struct figure_group *items;
    uint32_t count;
    uint32_t all;      /* the place of all cases, after the relations and before hardness … */
    uint32_t hard_too; /* … and the last level: hard and extra together, MT-TEQL's All* */
};

/* Add up batches of the runs, in step (lockstep.h). `together` is their runs_together(). In `a`. */
struct figure_sums;
struct figure_sums *figures_begin(struct arena *a, uint32_t n_runs);
void figures_add(struct figure_sums *f, struct runs runs, const struct scores *together);

/* `sums` are those of each run. */
struct figure_list figures_end(struct figure_sums *f, const struct robustness *sums,
                               const struct str *relations, uint32_t n_relations);

#endif
