/* retry.h: when to ask again, how long to wait before, and when to give up altogether. */
#ifndef TEQL_SYSTEM_RETRY_H
#define TEQL_SYSTEM_RETRY_H

#include "base/memory.h"
#include "base/rng.h"
#include "base/str.h"

/* Has the system failed as a whole? A system that never gave an answer is given up when questions
 * of several seeds have failed. A system that did answer is not: the run is to find out which
 * questions fail. Both are given up if, again and again, nobody is there to be asked. */
enum { SEEDS_AT_FIRST = 5, UNREACHABLE_AT_FIRST = 5, UNREACHABLE_LATER = 50 };

struct failure_streak {
    uint32_t seeds[SEEDS_AT_FIRST]; /* different seeds with a question that failed */
    uint32_t n_seeds;
    uint32_t all_seeds;   /* how many there are; 0 if unknown */
    uint32_t unreachable; /* attempts in a row that found nobody there */
    bool answered;        /* there was an answer, in this run or before it */
};

void streak_answer(struct failure_streak *s);

/* A question of that seed has failed. True if going on is pointless. */
MUST_USE bool streak_failure(struct failure_streak *s, uint32_t seed);

/* An attempt has found nobody there. True if going on is pointless. */
MUST_USE bool streak_unreachable(struct failure_streak *s);

enum { BACKOFF_MAX_MS = 30000, RETRY_AFTER_MAX_S = 120 };

/* The seconds that the value of a header Retry-After asks for: a number of seconds, or a date,
 * which is compared with `now_s` (as from time()). 0 if it is neither, or a date that has passed;
 * at most RETRY_AFTER_MAX_S, however far away the date or large the number is. */
int64_t retry_after_s(struct str value, int64_t now_s);

/* Nanoseconds to wait before attempt `attempt` (2 for the first retry): `first_ms`, which doubles
 * with each attempt. Up to half of it is taken off at random, so that requests that failed together
 * do not come back together. At least the `after_s` seconds that the server asked for, within
 * RETRY_AFTER_MAX_S; a number below 0 is ignored. */
int64_t retry_delay_ns(uint32_t attempt, uint32_t first_ms, int64_t after_s, struct rng *rng);

#endif
