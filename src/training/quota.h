/* quota.h: how many cases of each relation a training set is to have (MT-TEQL, §4).
 *
 * Of n cases over k relations, stratified sampling gives each relation n/k, adaptive sampling r̂·n,
 * where r̂ is its error rate divided by the sum of all. Parts of a case are cut off. What a relation
 * does not have, and what was cut off, is filled up from all that is left (sample.h). */
#ifndef TEQL_TRAINING_QUOTA_H
#define TEQL_TRAINING_QUOTA_H

#include <stdint.h>

/* n/k for each of the `k`. With fewer cases than relations that is none. */
void quota_even(uint64_t n, uint32_t k, uint64_t *out);

/* r̂·n for each of the `k`; `rates` are at least 0. Where all are 0 there is nothing to go by, and
 * each gets none. The sum is `n` at most. */
void quota_by_rates(uint64_t n, const double *rates, uint32_t k, uint64_t *out);

#endif
