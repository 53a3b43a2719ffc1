/* retry.h: when to ask again, how long to wait before, and when to give up altogether. */
#ifndef TEQL_SYSTEM_RETRY_H
#define TEQL_SYSTEM_RETRY_H

#include "base/rng.h"

/* Failures one after the other. A system that never gave an answer is given up soon. One that did
 * gets more patience: it may fail on a whole family of questions, and to find that out is what the
 * run is for. */
struct failure_streak {
    uint32_t count;
    bool answered; /* there was an answer before */
};

enum { STREAK_AT_FIRST = 5, STREAK_LATER = 50 };

void streak_answer(struct failure_streak *s);

/* One more failure. True where going on is pointless. */
bool streak_failure(struct failure_streak *s);

enum { BACKOFF_MAX_MS = 30000, RETRY_AFTER_MAX_S = 120 };

/* Nanoseconds to wait before attempt `attempt` (2 for the first retry): `first_ms` doubled with
 * each, of which a random half is taken off, so that requests that failed together do not come back
 * together. At least `after_s` seconds where the server said so, within RETRY_AFTER_MAX_S. */
int64_t retry_delay_ns(uint32_t attempt, uint32_t first_ms, int64_t after_s, struct rng *rng);

#endif
