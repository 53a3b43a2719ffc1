/* retry.h: when to ask again, how long to wait before, and when to give up altogether. */
#ifndef TEQL_SYSTEM_RETRY_H
#define TEQL_SYSTEM_RETRY_H

#include "base/memory.h"
#include "base/rng.h"
#include "base/str.h"

/* Has the system failed as a whole? A system that never gave an answer is given up when questions
 * of several seeds have failed. One that did answer is not: failures of questions are what the run
 * is to find out. But nobody to talk to, again and again, is the end for both. */
enum { SEEDS_AT_FIRST = 5, UNREACHABLE_AT_FIRST = 5, UNREACHABLE_LATER = 50 };

struct failure_streak {
    uint32_t seeds[SEEDS_AT_FIRST]; /* different ones with a question that failed */
    uint32_t n_seeds;
    uint32_t all_seeds;   /* how many there are; 0 where unknown */
    uint32_t unreachable; /* attempts in a row that found nobody there */
    bool answered;        /* there was an answer, in this run or before it */
};

void streak_answer(struct failure_streak *s);

/* A question of that seed has failed. True where going on is pointless. */
MUST_USE bool streak_failure(struct failure_streak *s, uint32_t seed);

/* An attempt has found nobody there. True where going on is pointless. */
MUST_USE bool streak_unreachable(struct failure_streak *s);

enum { BACKOFF_MAX_MS = 30000, RETRY_AFTER_MAX_S = 120 };

/* The seconds that the value of a header Retry-After asks for at the time `now_s` (as time() tells
 * it): a number of seconds or a date. 0 where it is neither, or a date that has passed; at most
 * RETRY_AFTER_MAX_S, however far away the date or large the number is. */
int64_t retry_after_s(struct str value, int64_t now_s);

/* Nanoseconds to wait before attempt `attempt` (2 for the first retry): `first_ms` doubled with
 * each, of which a random half is taken off, so that requests that failed together do not come back
 * together. At least `after_s` seconds where the server said so, within RETRY_AFTER_MAX_S; a
 * number below 0 says nothing. */
int64_t retry_delay_ns(uint32_t attempt, uint32_t first_ms, int64_t after_s, struct rng *rng);

#endif
