/* quota.h: how many cases of each relation a training set should have (MT-TEQL, §4).
 *
 * Of n cases over k relations, stratified sampling gives each relation n/k, adaptive sampling r̂·n,
 * where r̂ is its error rate divided by the sum of all. Fractions are cut off. What a relation does
 * not have, and what was cut off, is filled from what is left (sample.h). */
#ifndef TEQL_TRAINING_QUOTA_H
#define TEQL_TRAINING_QUOTA_H

#include "making/generate.h"

/* n/k for each of the `k`: 0 if there are fewer cases than relations. */
void quota_even(uint64_t n, uint32_t k, uint64_t *out);

/* r̂·n for each of the `k`; `rates` are at least 0. All are 0 if all rates are. The sum is at most
 * `n`. */
void quota_by_rates(uint64_t n, const double *rates, uint32_t k, uint64_t *out);

/* Read how often a system failed at each relation, from 0 to 1, from scores.json at `path`. A
 * relation without a judged case there has 0, and *missing names it: "PR, SS", in `a`. E_INPUT if
 * all are missing. */
MUST_USE enum status error_rates_read(struct arena *a, const char *path,
                                      const struct relation_choice *relations, double *out,
                                      struct str *missing, struct err *e);

#endif
