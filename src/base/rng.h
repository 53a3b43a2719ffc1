/* rng.h: random numbers that are the same everywhere for the same seed.
 *
 * A stream is named by what it is for (a seed's number, a relation's id, …), not by when it is
 * used, so that the outcome depends neither on the number of workers nor on what else is drawn. Not
 * for secrets. */
#ifndef TEQL_BASE_RNG_H
#define TEQL_BASE_RNG_H

#include "base/str.h"

#include <stdint.h>

struct rng {
    uint64_t state;
};

/* The stream of `seed` for `purpose` and `number`. */
struct rng rng_stream(uint64_t seed, struct str purpose, uint64_t number);

uint64_t rng_next(struct rng *r);

/* Below `n`, each equally likely; `n` must not be 0. */
uint64_t rng_below(struct rng *r, uint64_t n);

#endif
