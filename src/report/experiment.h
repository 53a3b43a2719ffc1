/* experiment.h: systems that were trained several times, side by side: means, the spread between
 * runs, and the change from the first system.
 *
 * The tables are those of MT-TEQL's experiment with training data (its §5.5): a row for each way of
 * training, error rates by relation (Table 10), accuracy by hardness (Table 12). */
#ifndef TEQL_REPORT_EXPERIMENT_H
#define TEQL_REPORT_EXPERIMENT_H

#include "report/comparison.h"

/* Append the tables that have rows: what is compared, error rates by relation and by hardness,
 * right answers, and right answers to seeds by hardness; the last two by execution and by exact set
 * match. In `a`. */
void experiment_tables(struct arena *a, const struct system_comparison *c, struct table_list *list);

/* All figures of one system for programs, a row each; table_csv can write several systems to one
 * file. In `a`. */
struct table experiment_figures(struct arena *a, const struct system_comparison *c,
                                uint32_t system);

/* The same as an object: "all", and by label "relations" and "hardness". */
void experiment_json(struct json_writer *w, const struct system_comparison *c, uint32_t system);

#endif
