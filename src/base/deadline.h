/* deadline.h: a moment on the monotonic clock at which work must stop.
 *
 * Passed by value; safe on any thread. */
#ifndef TEQL_BASE_DEADLINE_H
#define TEQL_BASE_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>

struct deadline {
    int64_t at_ns; /* CLOCK_MONOTONIC */
};

int64_t monotonic_ns(void);

struct deadline deadline_after_ms(uint32_t ms);
struct deadline deadline_after_ns(int64_t ns);

bool deadline_passed(struct deadline d);

#endif
