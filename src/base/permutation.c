/* permutation.c: factorial digits, or a shuffle if they do not fit a number. */
#include "base/permutation.h"

#include "base/rng.h"

enum { LARGEST_COUNTED = 20 }; /* 20! is the last factorial below 2^64 */

static uint64_t factorial(uint32_t n)
{
    uint64_t f = 1;
    for (uint32_t i = 2; i <= n; i++)
        f *= i;
    return f;
}

uint64_t permutation_count(uint32_t n)
{
    return n > LARGEST_COUNTED ? UINT64_MAX : factorial(n) - 1;
}

static bool is_sorted(const uint32_t *v, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (v[i] != i)
            return false;
    return true;
}

static void swap_items(uint32_t *v, uint64_t i, uint64_t j)
{
    uint32_t kept = v[i];
    v[i] = v[j];
    v[j] = kept;
}

static void shuffle_items(uint32_t *v, uint32_t n, uint64_t number)
{
    struct rng rng = rng_stream(number, STR("permutation"), n);
    for (uint32_t i = n - 1; i > 0; i--)
        swap_items(v, i, rng_below(&rng, (uint64_t)i + 1));
    if (is_sorted(v, n))
        swap_items(v, 0, 1);
}

const uint32_t *permutation_make(struct arena *a, uint32_t n, uint64_t number)
{
    uint32_t *v = ARENA_ARRAY(a, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        v[i] = i;
    if (n > LARGEST_COUNTED) {
        if (number > 0)
            shuffle_items(v, n, number);
        return v;
    }
    uint64_t f = factorial(n);
    for (uint32_t i = 0; i + 1 < n; i++) {
        f /= n - i;
        uint32_t from = i + (uint32_t)(number / f); /* below n */
        uint32_t picked = v[from];
        number %= f;
        memmove(&v[i + 1], &v[i], (from - i) * sizeof *v);
        v[i] = picked;
    }
    return v;
}
