/* interval.c: bounds from draws, and from counts alone. */
#include "report/interval.h"

#include <math.h>
#include <stdlib.h>

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct interval interval_of_draws(double *draws, size_t n, double certainty)
{
    const double noise = 1e-9; /* of 1 - certainty: 50 of 2,000 is not to be 49 */
    size_t cut = (size_t)((1 - certainty) / 2 * (double)n + noise);
    qsort(draws, n, sizeof *draws, compare_doubles);
    return (struct interval){draws[cut], draws[n - 1 - cut]};
}

/* How many standard deviations about the mean of a normal distribution hold this share of it: 1.96
 * for 95%. By halving, since it is asked for once or twice in a report. */
static double deviations(double certainty)
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

struct interval interval_wilson(double rate, double n, double certainty)
{
    double z = deviations(certainty), whole = 1 + z * z / n;
    double middle = (rate + z * z / (2 * n)) / whole;
    double half = z / whole * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n));
    return (struct interval){fmax(0, middle - half), fmin(1, middle + half)};
}

/* The same for Student's distribution, from the first terms of its expansion in 1 / freedom: good
 * to a hundredth from five degrees on. */
static double student_deviations(double z, double freedom)
{
    double z2 = z * z;
    return z * (1 + (z2 + 1) / (4 * freedom) + ((5 * z2 + 16) * z2 + 3) / (96 * freedom * freedom) +
                (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * freedom * freedom * freedom));
}

struct interval interval_expand(struct interval x, double estimate, uint32_t n, double certainty)
{
    double z = deviations(certainty), freedom = n - 1.0;
    double factor = student_deviations(z, freedom) / z * sqrt(n / freedom);
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
