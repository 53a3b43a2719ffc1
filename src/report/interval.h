/* interval.h: how sure a figure is that comes from drawing seeds.
 *
 * The bootstrap alone is too sure of itself where all draws are alike or there are few seeds; the
 * rest of this file is for those. */
#ifndef TEQL_REPORT_INTERVAL_H
#define TEQL_REPORT_INTERVAL_H

#include <stddef.h>
#include <stdint.h>

/* With fewer seeds than this, draws say too little about seeds that were not asked. */
enum { FEW_SEEDS = 20 };

struct interval {
    double low, high;
};

/* What holds the middle of the draws, with `certainty` from 0 to 1. Sorts them. */
struct interval interval_of_draws(double *draws, size_t n, double certainty);

/* Wilson's interval of a rate from 0 to 1 that was seen in `n` independent trials. */
struct interval interval_wilson(double rate, double n, double certainty);

/* The smallest interval that holds both. */
struct interval interval_join(struct interval x, struct interval y);

/* The interval of draws about `estimate`, as much wider as Student's distribution is than the
 * normal one: draws from few seeds vary too little. For six seeds or more. */
struct interval interval_expand(struct interval x, double estimate, uint32_t n, double certainty);

/* What happens in no seed of `n` may still happen: a higher rate than this would have shown itself
 * with `certainty`. */
double interval_unseen(uint32_t n, double certainty);

#endif
