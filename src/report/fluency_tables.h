/* fluency_tables.h: how fluent questions are before and after they were changed (MT-TEQL, arXiv
 * version, §4.1 and the figure of cumulative distributions). */
#ifndef TEQL_REPORT_FLUENCY_TABLES_H
#define TEQL_REPORT_FLUENCY_TABLES_H

#include "base/json_writer.h"
#include "report/table.h"

/* The ratings of a question and of what a relation made of it, from 0 to 1; negative if not rated.
 */
struct rated_pair {
    struct str relation;
    double before, after;
};

/* The questions of one dataset or suite. */
struct rated_set {
    struct str name;
    const double *originals; /* each question once */
    uint32_t n_originals;
    const struct rated_pair *pairs;
    uint32_t n_pairs;
    uint64_t unchanged; /* cases whose question stayed; they are not among the pairs */
};

/* The shares of questions for which a distribution is given. */
enum { N_FLUENCY_QUANTILES = 7 };
extern const double FLUENCY_QUANTILES[N_FLUENCY_QUANTILES];

/* Figures of some questions. */
struct fluency_figures {
    uint32_t count;
    double before, after;                  /* means; negative if there is none */
    double drop;                           /* of the mean, as a share of its value before */
    double lower;                          /* share of those that are rated lower than before */
    double quantiles[N_FLUENCY_QUANTILES]; /* of `after`: this share of questions is rated lower */
};

/* Of the pairs of a relation; of all pairs if relation.ptr is NULL. */
struct fluency_figures fluency_of_pairs(const struct rated_set *s, struct str relation);

/* Of the originals; `before` equals `after`. */
struct fluency_figures fluency_of_originals(const struct rated_set *s);

/* Means by set and relation; the cumulative distributions. */
struct table fluency_means_table(struct arena *a, const struct rated_set *sets, uint32_t n);
struct table fluency_distribution_table(struct arena *a, const struct rated_set *sets, uint32_t n);

/* The same as JSON: an array of sets. */
void fluency_put_json(struct json_writer *w, const struct rated_set *sets, uint32_t n);

#endif
