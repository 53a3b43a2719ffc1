/* interval.c: bounds from draws, and from counts alone. */
#include "report/interval.h"

#include <math.h>
#include <stdlib.h>

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void sort_doubles(double *values, size_t n)
{
    if (n > 0)
        qsort(values, n, sizeof *values, compare_doubles);
}

struct interval interval_of_draws(double *draws, size_t n, double certainty)
{
    const double noise = 1e-9; /* rounding of 1 - certainty: 50 of 2,000 must not become 49 */
    size_t cut = (size_t)((1 - certainty) / 2 * (double)n + noise);
    sort_doubles(draws, n);
    return (struct interval){draws[cut], draws[n - 1 - cut]};
}

/* The number of standard deviations about the mean that hold this share of a normal distribution:
 * 1.96 for 95%. By bisection, which is fast enough for a few dozen calls in a report. */
static double normal_deviations(double certainty)
{
    double low = 0, high = 10;
    while (high - low > 1e-9) {
        double middle = (low + high) / 2;
        if (erf(middle / sqrt(2)) < certainty)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The same for Student's distribution, from the first terms of its expansion in 1 / freedom: good
 * to a hundredth from five degrees on. */
static double student_deviations(double certainty, double freedom)
{
    double z = normal_deviations(certainty), z2 = z * z;
    return z * (1 + (z2 + 1) / (4 * freedom) + ((5 * z2 + 16) * z2 + 3) / (96 * freedom * freedom) +
                (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * freedom * freedom * freedom));
}

/* Wilson's interval of a rate that was seen in `n` independent trials, `z` deviations wide. */
static struct interval wilson(double rate, double n, double z)
{
    double whole = 1 + z * z / n, middle = (rate + z * z / (2 * n)) / whole;
    double half = z / whole * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n));
    return (struct interval){fmax(0, middle - half), fmin(1, middle + half)};
}

struct interval interval_of_rate(double rate, double variance, uint32_t seeds, uint64_t cases,
                                 double certainty)
{
    double unseen = interval_unseen(seeds, certainty), n = (double)cases;
    struct interval x = {0, 1};
    if (variance > 0)
        n = fmax(1, fmin(n, rate * (1 - rate) / variance));
    if (seeds > 1)
        x = wilson(rate, n, student_deviations(certainty, seeds - 1.0));
    if (rate == 0)
        return (struct interval){0, unseen};
    if (rate == 1)
        return (struct interval){1 - unseen, 1};
    return (struct interval){fmin(x.low, 1 - unseen), fmax(x.high, unseen)};
}

struct interval interval_expand(struct interval x, double estimate, uint32_t seeds,
                                double certainty)
{
    double freedom = seeds - 1.0;
    double factor = student_deviations(certainty, freedom) / normal_deviations(certainty) *
                    sqrt(seeds / freedom);
    return (struct interval){estimate - (estimate - x.low) * factor,
                             estimate + (x.high - estimate) * factor};
}

struct interval interval_join(struct interval x, struct interval y)
{
    return (struct interval){fmin(x.low, y.low), fmax(x.high, y.high)};
}

double interval_unseen(uint32_t n, double certainty)
{
    return 1 - pow(1 - certainty, 1.0 / n);
}
