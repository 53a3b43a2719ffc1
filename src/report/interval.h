/* interval.h: intervals for figures that depend on which seeds were asked.
 *
 * Cases of one seed are not independent, so the sample is one of seeds. Draws of seeds with
 * replacement show how much a figure varies (bootstrap); the rest of this file keeps that honest if
 * seeds or errors are few. */
#ifndef TEQL_REPORT_INTERVAL_H
#define TEQL_REPORT_INTERVAL_H

#include <stddef.h>
#include <stdint.h>

struct interval {
    double low, high;
};

/* The interval of a rate from 0 to 1 over `cases` cases of `seeds` seeds, whose `variance` over
 * draws of seeds is given. It is Wilson's interval for as many independent cases as these are
 * worth, widened by Student's factor for few seeds. It never excludes a rate that this many seeds
 * without any error, or with errors only, would leave possible. */
struct interval interval_of_rate(double rate, double variance, uint32_t seeds, uint64_t cases,
                                 double certainty);

/* Sort ascending. */
void sort_doubles(double *values, size_t n);

/* The interval of the middle draws: 0.95 of them for a `certainty` of 0.95. Sorts the draws. */
struct interval interval_of_draws(double *draws, size_t n, double certainty);

/* Widen an interval of draws about `estimate` by Student's factor over the normal distribution:
 * draws from few seeds vary too little. For two seeds or more. */
struct interval interval_expand(struct interval x, double estimate, uint32_t seeds,
                                double certainty);

/* The smallest interval that holds both. */
struct interval interval_join(struct interval x, struct interval y);

/* The rate of something seen in no seed of `n`: a higher rate would have been seen with this
 * `certainty`. */
double interval_unseen(uint32_t n, double certainty);

#endif
