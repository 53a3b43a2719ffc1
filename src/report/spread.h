/* spread.h: one figure of a system that was trained several times.
 *
 * Each run gives the figure once. Their mean is the system's; their standard deviation tells by how
 * much the next run may be off it. That is another chance than the one of interval.h, which asks
 * what other questions would have given: a figure may be the same in all runs, and still come from
 * too few questions. What is said of a difference of two systems must allow for both. */
#ifndef TEQL_REPORT_SPREAD_H
#define TEQL_REPORT_SPREAD_H

#include "report/interval.h"

struct spread {
    double mean;      /* negative where no run has the figure */
    double deviation; /* of the sample: the sum of squares divided by one less than the runs. 0 for
                         one run, of which it cannot be told */
    uint32_t runs;    /* that have the figure */
};

/* Of the values that are known, which are those from 0 on. */
struct spread spread_of(const double *values, uint32_t n);

/* By which part of itself `from` changed: -0.6 where 10 became 4. NAN where there is no telling,
 * because one of them is not known or `from` is 0. */
double relative_change(double from, double to);

/* A variance, and from how many degrees of freedom it is known. None for 0. */
struct variance {
    double size, freedom;
};

/* Of the difference between the means of two systems, from run to run (Welch). A system of one run
 * is taken to spread as the other does. 0 where both have only one. */
struct variance spread_variance(struct spread x, struct spread y);

/* The sum of two that are independent (Satterthwaite). */
struct variance variance_sum(struct variance x, struct variance y);

/* How many standard deviations about the mean of Student's distribution hold this share of it: 4.30
 * for 0.95 and two degrees of freedom. */
double student_range(double certainty, double freedom);

/* An interval of a difference that allows for other questions, made to allow for other runs too.
 * `seeds` is the variance behind it. It is never made narrower, and stays as it is where the runs
 * do not vary. */
struct interval interval_with_runs(struct interval x, double estimate, struct variance seeds,
                                   struct variance runs, double certainty);

#endif
