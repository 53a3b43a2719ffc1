/* marks.h: what each of several systems is good at (MT-TEQL's Table 11), and their ranking by the
 * user's weights. */
#ifndef TEQL_REPORT_MARKS_H
#define TEQL_REPORT_MARKS_H

#include "report/comparison.h"

/* Systems are marked and ranked by the means of their runs. The rates of each run show how much
 * these vary. */
struct rated {
    struct arena *arena;
    const struct system_comparison *comparison;
    const struct str *ids;
    uint32_t n_ids;
    struct system_rates *means;
    struct system_criteria *criteria; /* of the means */
    struct system_rates **run_rates;  /* for each system, of each of its runs */
    struct system_criteria **of_runs;
};

/* In `a`. */
struct rated rated_of(struct arena *a, const struct system_comparison *c);

/* A row for each capability with the marks of all systems; the ranking, if there are weights. In
 * the arena of `r`. */
struct table marks_table(const struct rated *r);
struct table ranking_table(const struct rated *r);

/* The member "criteria" of an open object: rates and marks of one system by capability. */
void criteria_json(struct json_writer *w, const struct rated *r, uint32_t system);

#endif
