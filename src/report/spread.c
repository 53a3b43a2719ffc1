/* spread.c: means and their variance. */
#include "report/spread.h"

#include <math.h>

struct spread spread_of(const double *values, uint32_t n)
{
    struct spread s = {0};
    double sum = 0, squares = 0;
    for (uint32_t i = 0; i < n; i++)
        if (values[i] >= 0) {
            sum += values[i];
            s.runs++;
        }
    s.mean = s.runs ? sum / s.runs : -1;
    for (uint32_t i = 0; i < n; i++)
        if (values[i] >= 0)
            squares += (values[i] - s.mean) * (values[i] - s.mean);
    s.deviation = s.runs > 1 ? sqrt(squares / (s.runs - 1)) : 0;
    return s;
}

double relative_change(double from, double to)
{
    return from > 0 && to >= 0 ? (to - from) / from : NAN;
}

/* The variance of the mean of `parts` runs that each vary as `s` does. */
static struct variance of_mean(struct spread s, double parts)
{
    return (struct variance){s.deviation * s.deviation * parts, s.runs - 1.0};
}

struct variance spread_variance(struct spread x, struct spread y)
{
    if (x.runs == 0 || y.runs == 0 || (x.runs == 1 && y.runs == 1))
        return (struct variance){0, 0};
    if (x.runs == 1 || y.runs == 1)
        return of_mean(x.runs > 1 ? x : y, 1.0 / x.runs + 1.0 / y.runs);
    return variance_sum(of_mean(x, 1.0 / x.runs), of_mean(y, 1.0 / y.runs));
}

struct variance variance_sum(struct variance x, struct variance y)
{
    if (!(x.size > 0) || !(y.size > 0))
        return x.size > 0 ? x : y;
    double size = x.size + y.size;
    return (struct variance){size, size * size /
                                       (x.size * x.size / x.freedom + y.size * y.size / y.freedom)};
}

/* Student's density at t = sqrt(freedom) * tan(angle) is a power of the angle's cosine, so its
 * integral has finite bounds (Simpson's rule). */
static double cosine_integral(double power, double angle)
{
    enum { STEPS = 512 };
    double step = angle / STEPS, sum = 0;
    for (int i = 0; i <= STEPS; i++)
        sum += (i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2) * pow(fabs(cos(i * step)), power);
    return sum * step / 3;
}

/* interval.c has an expansion for many degrees of freedom; a few runs have two or three. */
double student_range(double certainty, double freedom)
{
    const double most = 2000; /* beyond it, the normal distribution is close enough */
    freedom = fmin(freedom, most);
    double right = acos(0), low = 0, high = right;
    double share = certainty * cosine_integral(freedom - 1, right);
    while (high - low > 1e-12) {
        double middle = (low + high) / 2;
        if (cosine_integral(freedom - 1, middle) < share)
            low = middle;
        else
            high = middle;
    }
    return sqrt(freedom) * tan(low);
}

struct interval interval_with_runs(struct interval x, double estimate, struct variance seeds,
                                   struct variance runs, double certainty)
{
    if (!(runs.size > 0))
        return x;
    struct variance both = variance_sum(seeds, runs);
    if (seeds.size > 0)
        both.freedom = fmin(both.freedom, seeds.freedom);
    double range = student_range(certainty, both.freedom);
    double more = range * range * both.size;
    if (seeds.size > 0) {
        range = student_range(certainty, seeds.freedom);
        more = fmax(0, more - range * range * seeds.size);
    }
    return (struct interval){estimate - hypot(estimate - x.low, sqrt(more)),
                             estimate + hypot(x.high - estimate, sqrt(more))};
}
