/* announcement.c: a notice before, and one soon after. */
#include "pipeline/announcement.h"

#include <inttypes.h>

void announce_requests(struct announcement *n, const struct listener *l, const char *system,
                       uint64_t requests)
{
    if (requests <= ANNOUNCED_REQUESTS)
        return;
    *n = (struct announcement){l, l->style != PROGRESS_QUIET};
    listener_notice(l, "%" PRIu64 " requests to %s (--dry-run tells how many tokens)", requests,
                    system);
}

void announce_time(struct announcement *n, struct progress *p, uint64_t replies, uint64_t done,
                   int64_t now_ns)
{
    char left[PROGRESS_TIME_MAX];
    if (!n->time_to_tell || replies < ANNOUNCED_REPLIES)
        return;
    n->time_to_tell = false;
    if (!progress_left(p, done, now_ns, left))
        return;
    progress_hide(p);
    listener_notice(n->listener, "at the pace of the first %d replies the rest will take %s",
                    ANNOUNCED_REPLIES, left);
}
