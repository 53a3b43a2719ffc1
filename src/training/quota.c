/* quota.c: the formulas. */
#include "training/quota.h"

#include <float.h>

void quota_even(uint64_t n, uint32_t k, uint64_t *out)
{
    for (uint32_t i = 0; i < k; i++)
        out[i] = n / k;
}

/* A share that is a whole number must not lose one to rounding: 0.07 of 0.1, of 10, is 7. The
 * product is off by a few units in the last place at most. */
static uint64_t whole(double share)
{
    return (uint64_t)(share * (1 + 8 * DBL_EPSILON));
}

void quota_by_rates(uint64_t n, const double *rates, uint32_t k, uint64_t *out)
{
    double sum = 0;
    for (uint32_t i = 0; i < k; i++)
        sum += rates[i];
    for (uint32_t i = 0; i < k; i++)
        out[i] = sum > 0 ? whole(rates[i] / sum * (double)n) : 0;
}
