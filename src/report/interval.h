/* interval.h: how sure a figure is that comes from drawing seeds.
 *
 * Cases of one seed are not independent, so what varies is which seeds were asked. Draws of seeds,
 * with replacement, tell by how much a figure varies (bootstrap); the rest of this file keeps that
 * honest where seeds, or errors, are few. */
#ifndef TEQL_REPORT_INTERVAL_H
#define TEQL_REPORT_INTERVAL_H

#include <stddef.h>
#include <stdint.h>

struct interval {
    double low, high;
};

/* The interval of a rate from 0 to 1 that `cases` cases of `seeds` seeds have, where draws of seeds
 * give it this `variance`. It is Wilson's interval for as many independent cases as these are
 * worth, wider by Student's factor where seeds are few. It never excludes what so many seeds
 * without an error, or with nothing else, would leave possible. */
struct interval interval_of_rate(double rate, double variance, uint32_t seeds, uint64_t cases,
                                 double certainty);

/* The interval that the middle of the draws lies in: 0.95 of them for a `certainty` of 0.95. Sorts
 * them. */
struct interval interval_of_draws(double *draws, size_t n, double certainty);

/* The interval of draws about `estimate`, as much wider as Student's distribution is than the
 * normal one: draws from few seeds vary too little. For two seeds or more. */
struct interval interval_expand(struct interval x, double estimate, uint32_t seeds,
                                double certainty);

/* The smallest interval that holds both. */
struct interval interval_join(struct interval x, struct interval y);

/* What happens in no seed of `n` may still happen: a higher rate than this would have shown itself
 * with `certainty`. */
double interval_unseen(uint32_t n, double certainty);

#endif
