/* statement_clock.h: the deadline of the running statement, and the work since it was last looked
 * at.
 *
 * SQLite looks at a deadline only where its program jumps. Everything else that may take long, such
 * as a function, a collation or an allocation, says here how many bytes it is about to touch, so
 * that the clock is read after about CLOCK_WORK of them. Inside the engine only; belongs
 * to one thread. */
#ifndef TEQL_ENGINE_SQLITE_STATEMENT_CLOCK_H
#define TEQL_ENGINE_SQLITE_STATEMENT_CLOCK_H

#include "base/deadline.h"

#include <stddef.h>

struct statement_clock {
    struct deadline deadline;
    bool late;      /* the deadline has passed: what the statement still does is thrown away */
    size_t work;    /* bytes since the clock was read */
    uint64_t reads; /* of the clock */
};

enum { CLOCK_WORK = 1 << 16 }; /* bytes; some 50 microseconds */

/* Reads the clock; true from the deadline on. */
static inline bool statement_late(struct statement_clock *c)
{
    c->work = 0;
    c->reads++;
    c->late = c->late || deadline_passed(c->deadline);
    return c->late;
}

/* The statement is about to touch `bytes` bytes. True if it should not, because it is late. */
static inline bool statement_spend(struct statement_clock *c, size_t bytes)
{
    c->work += bytes;
    return c->work < CLOCK_WORK ? c->late : statement_late(c);
}

#endif
