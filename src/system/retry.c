/* retry.c: exponential backoff. */
#include "system/retry.h"

#include "system/libcurl.h"

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

static int64_t within_bounds(int64_t seconds)
{
    if (seconds < 0)
        return 0;
    return seconds < RETRY_AFTER_MAX_S ? seconds : RETRY_AFTER_MAX_S;
}

/* Digits alone. libcurl would read some numbers as dates, and fail at longer ones. */
static bool read_seconds(struct str s, int64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < s.len; i++) {
        if (!ascii_digit(s.ptr[i]))
            return false;
        *out = within_bounds(*out * 10 + (s.ptr[i] - '0'));
    }
    return s.len > 0;
}

int64_t retry_after_s(struct str value, int64_t now_s)
{
    enum { DATE_MAX_BYTES = 100 };
    char date[DATE_MAX_BYTES + 1];
    int64_t seconds;
    value = str_trim(value);
    if (read_seconds(value, &seconds))
        return seconds;
    if (value.len > DATE_MAX_BYTES)
        return 0;
    memcpy(date, value.ptr, value.len);
    date[value.len] = '\0';
    time_t then = time_of_date(date);
    return then <= now_s ? 0 : within_bounds((int64_t)then - now_s);
}

int64_t retry_delay_ns(uint32_t attempt, uint32_t first_ms, int64_t after_s, struct rng *rng)
{
    uint64_t ms = first_ms;
    for (uint32_t i = 2; i < attempt && ms < BACKOFF_MAX_MS; i++)
        ms *= 2;
    if (ms > BACKOFF_MAX_MS)
        ms = BACKOFF_MAX_MS;
    ms -= rng_below(rng, ms / 2 + 1);
    int64_t wait_ms = (int64_t)ms, after_ms = within_bounds(after_s) * 1000;
    return (wait_ms > after_ms ? wait_ms : after_ms) * 1000000;
}
