/* permutation.h: orders of a few things, by number.
 *
 * Number 0 is the order as it is, so variants of an order are the numbers from 1. */
#ifndef TEQL_BASE_PERMUTATION_H
#define TEQL_BASE_PERMUTATION_H

#include "base/arena.h"

#include <stdint.h>

/* How many orders of `n` things differ from the order as it is: n! - 1, or UINT64_MAX if that is
 * too large to count. */
uint64_t permutation_count(uint32_t n);

/* Order number `number` of 0 … n-1, in `a`: different numbers up to permutation_count() are
 * different orders, in lexicographic sequence. If the orders are too many to count, the number
 * names a shuffle, and 0 alone is the order as it is. */
const uint32_t *permutation_make(struct arena *a, uint32_t n, uint64_t number);

#endif
