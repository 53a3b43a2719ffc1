/* retry.c: exponential backoff. */
#include "system/retry.h"

void streak_answer(struct failure_streak *s)
{
    s->answered = true;
    s->unreachable = 0;
}

bool streak_failure(struct failure_streak *s, uint32_t seed)
{
    uint32_t i = 0;
    if (s->answered)
        return false;
    while (i < s->n_seeds && s->seeds[i] != seed)
        i++;
    if (i == s->n_seeds && i < SEEDS_AT_FIRST)
        s->seeds[s->n_seeds++] = seed;
    return s->n_seeds == SEEDS_AT_FIRST || s->n_seeds == s->all_seeds;
}

bool streak_unreachable(struct failure_streak *s)
{
    return ++s->unreachable >= (s->answered ? UNREACHABLE_LATER : UNREACHABLE_AT_FIRST);
}

int64_t retry_delay_ns(uint32_t attempt, uint32_t first_ms, int64_t after_s, struct rng *rng)
{
    uint64_t ms = first_ms;
    for (uint32_t i = 2; i < attempt && ms < BACKOFF_MAX_MS; i++)
        ms *= 2;
    if (ms > BACKOFF_MAX_MS)
        ms = BACKOFF_MAX_MS;
    ms -= rng_below(rng, ms / 2 + 1);
    if (after_s > RETRY_AFTER_MAX_S)
        after_s = RETRY_AFTER_MAX_S;
    int64_t wait_ms = (int64_t)ms;
    if (wait_ms < after_s * 1000)
        wait_ms = after_s * 1000;
    return wait_ms * 1000000;
}
