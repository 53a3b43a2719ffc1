/* announcement.h: telling of many requests before they are paid for.
 *
 * Whoever starts a run of hours, or of much money, by mistake should see it at once: the number of
 * requests is told before the first, and how long they will take as soon as the first replies show
 * the pace. */
#ifndef TEQL_PIPELINE_ANNOUNCEMENT_H
#define TEQL_PIPELINE_ANNOUNCEMENT_H

#include "pipeline/listener.h"

enum {
    ANNOUNCED_REQUESTS = 2000, /* more than these are told of */
    ANNOUNCED_REPLIES = 50     /* so many show the pace */
};

/* Begins zeroed. */
struct announcement {
    const struct listener *listener;
    bool time_to_tell; /* the time is still to be told */
};

/* So many requests will be made to `system`. */
void announce_requests(struct announcement *n, const struct listener *l, const char *system,
                       uint64_t requests);

/* So many of them have been replied to. To be called with each; `done` is as for progress_update.
 */
void announce_time(struct announcement *n, struct progress *p, uint64_t replies, uint64_t done,
                   int64_t now_ns);

#endif
