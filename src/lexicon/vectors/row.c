/* row.c: a product as sixteen sums side by side, which compilers turn into vector registers.
 *
 * One sum could not be split: adding floats in another order gives another result, and C does not
 * allow compilers that. Sixteen sums of our own say which order is meant. The loop over them has a
 * fixed length and no way out. Under -O3, which src/CMakeLists.txt sets for this file in every
 * build, gcc 12 and clang 14 keep the sums in registers, four in each on x86-64: the loop is loads,
 * mulps and addps, and nothing is stored (see -S, or gcc's -fopt-info-vec). Under gcc's -O2 the
 * sums would go through memory each time. bench/vectors.c measures what this gains over one sum. */
#include "lexicon/vectors/row.h"

#include <math.h>

float row_dot(const float *restrict a, const float *restrict b, size_t n)
{
    float sums[ROW_LANES] = {0};
    for (size_t i = 0; i + ROW_LANES <= n; i += ROW_LANES)
        for (size_t lane = 0; lane < ROW_LANES; lane++)
            sums[lane] += a[i + lane] * b[i + lane];
    for (size_t half = ROW_LANES / 2; half > 0; half /= 2)
        for (size_t lane = 0; lane < half; lane++)
            sums[lane] += sums[lane + half];
    return sums[0];
}

bool row_unit(float *row, uint32_t dims)
{
    double squares = 0;
    for (uint32_t i = 0; i < dims; i++)
        squares += (double)row[i] * row[i];
    if (!(squares > 0))
        return false;
    double length = sqrt(squares);
    for (uint32_t i = 0; i < dims; i++)
        row[i] = (float)(row[i] / length);
    return true;
}
