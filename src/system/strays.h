/* strays.h: processes that a program started and let go of, as daemons do.
 *
 * A daemon leaves the group and the session that it was started in, and its parent ends. While
 * strays are watched, such orphans become our children, so that they can be found and ended with
 * the run. */
#ifndef TEQL_SYSTEM_STRAYS_H
#define TEQL_SYSTEM_STRAYS_H

#include <stdbool.h>
#include <sys/types.h>

struct strays {
    bool watched;
    bool before; /* whether orphans became our children before */
};

/* To be called before the first program is started. Does nothing if we have children already: their
 * orphans would look like those of the programs. */
void strays_watch(struct strays *s);

/* Wait for strays that have ended, so that they do not pile up. `is_ours` says of a process that we
 * started it ourselves, and wait for it elsewhere. */
void strays_bury(const struct strays *s, bool (*is_ours)(const void *ctx, pid_t pid),
                 const void *ctx);

/* Kill all strays that are left, and what they started, and watch no more. To be called when the
 * programs themselves are gone. */
void strays_end(const struct strays *s);

#endif
