/* spread.h: one figure of a system that was trained several times.
 *
 * Each run gives the figure once. The mean is the system's figure; the standard deviation shows how
 * far another run may be from it. This is not the uncertainty of interval.h, which asks what other
 * questions would have given: a figure may be the same in all runs and still come from too few
 * questions. The difference of two systems must allow for both. */
#ifndef TEQL_REPORT_SPREAD_H
#define TEQL_REPORT_SPREAD_H

#include "report/interval.h"

struct spread {
    double mean;      /* negative if no run has the figure */
    double deviation; /* of the sample: the sum of squares divided by the number of runs less one; 0
                         for one run, where it is unknown */
    uint32_t runs;    /* that have the figure */
};

/* Of the known values: those from 0 on. */
struct spread spread_of(const double *values, uint32_t n);

/* The relative change: -0.6 if 10 became 4. NAN if one of the values is unknown or `from` is 0. */
double relative_change(double from, double to);

/* A variance and its degrees of freedom; 0 degrees: unknown. */
struct variance {
    double size, freedom;
};

/* The variance from run to run of the difference between the means of two systems (Welch). A system
 * of one run is assumed to spread like the other. 0 if both have one run. */
struct variance spread_variance(struct spread x, struct spread y);

/* The sum of two independent variances (Satterthwaite). */
struct variance variance_sum(struct variance x, struct variance y);

/* The number of standard deviations about the mean that hold this share of Student's distribution:
 * 4.30 for 0.95 and two degrees of freedom. */
double student_range(double certainty, double freedom);

/* Widen an interval of a difference, which allows for other questions, to allow for other runs too.
 * `seeds` is the variance that `x` comes from. The interval never gets narrower, and stays as it is
 * if the runs do not vary. */
struct interval interval_with_runs(struct interval x, double estimate, struct variance seeds,
                                   struct variance runs, double certainty);

#endif
