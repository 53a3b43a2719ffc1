/* deadline.c: the monotonic clock. */
#include "base/deadline.h"

#include <time.h>

int64_t monotonic_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

struct deadline deadline_after_ms(uint32_t ms)
{
    return deadline_after_ns((int64_t)ms * 1000000);
}

struct deadline deadline_after_ns(int64_t ns)
{
    return (struct deadline){monotonic_ns() + ns};
}

bool deadline_passed(struct deadline d)
{
    return monotonic_ns() >= d.at_ns;
}
