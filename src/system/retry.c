/* retry.c: exponential backoff. */
#include "system/retry.h"

void streak_answer(struct failure_streak *s)
{
    *s = (struct failure_streak){.answered = true};
}

bool streak_failure(struct failure_streak *s)
{
    return ++s->count >= (s->answered ? STREAK_LATER : STREAK_AT_FIRST);
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
