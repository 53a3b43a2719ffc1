/* comparison.h: several systems side by side. */
#ifndef TEQL_REPORT_COMPARISON_H
#define TEQL_REPORT_COMPARISON_H

#include "report/criteria.h"
#include "report/sections.h"

struct compared_system {
    struct str name;
    const struct scores *scores;
    struct robustness sums;
};

/* MT-TEQL's Table 7: a row for each system with its error rates, and the average of each column. */
struct table comparison_rates(struct arena *a, const struct system_rates *systems, uint32_t n);

/* The tables of a comparison, in `a`: what is compared; error rates of all systems by relation,
 * with the average (Table 7); marks by capability (Table 11), and where `weights` is not NULL the
 * ranking by them; and for each system after the first, what is different from the first, with its
 * certainty.
 */
struct table_list comparison_tables(struct arena *a, const struct compared_system *systems,
                                    uint32_t n, const double *weights);

/* The same as JSON: an array of systems, with rates and marks by capability, and the first compared
 * with each of the others. */
void comparison_json(struct buf *out, const struct compared_system *systems, uint32_t n,
                     const double *weights);

/* Parts of that: the member "systems" of an open object, and what one system is against another. */
void comparison_put_systems(struct json_writer *w, const struct compared_system *systems,
                            uint32_t n, const double *weights);
void comparison_put_pair(struct json_writer *w, const struct compared_system *x,
                         const struct compared_system *y);

/* The relations of all systems, in the order of the first that has them. Lives in `a`. */
struct str *comparison_relations(struct arena *a, const struct compared_system *systems, uint32_t n,
                                 uint32_t *count);

/* Append the ids of the cases that only one of two systems breaks on, a line each: the system's
 * name, a tab, the id. */
void comparison_put_cases(struct buf *out, const struct compared_system *x,
                          const struct compared_system *y);

#endif
