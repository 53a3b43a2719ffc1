/* announcement.h: telling of many requests before they are paid for.
 *
 * Whoever starts a run of hours, or of much money, by mistake should see it at once: the number of
 * requests is told before the first, and how long they will take as soon as the first replies show
 * the pace. */
#ifndef TEQL_SYSTEM_ANNOUNCEMENT_H
#define TEQL_SYSTEM_ANNOUNCEMENT_H

#include "base/listener.h"
#include "system/request_watch.h"

enum {
    ANNOUNCED_REQUESTS = 2000, /* more than these are told of */
    ANNOUNCED_REPLIES = 50     /* so many show the pace */
};

/* Begins zeroed. */
struct announcement {
    const struct listener *listener;
    bool time_to_tell; /* the time is still to be told */
};

/* Before the first request of a run to a host that is not this machine (which was not told of yet):
 * where to, what is sent, and how to send less, as `less` says it ("; --x does"); NULL for no way.
 * A host whose ptr is NULL is this machine. */
void announce_sending(const struct listener *l, struct request_watch *watch, struct str host,
                      struct str what, const char *less);

/* So many requests will be made to `system`: told, or where somebody can be asked a question.
 * E_PAUSED where the answer is no. */
MUST_USE enum status announce_requests(struct announcement *n, const struct listener *l,
                                       const char *system, uint64_t requests, struct err *e);

/* The question alone, for one who has told it: there will be so many at most. */
MUST_USE enum status announce_at_most(const struct listener *l, const char *system,
                                      uint64_t requests, struct err *e);

/* So many of them have been replied to. To be called with each; `done` is as for progress_update.
 */
void announce_time(struct announcement *n, struct progress *p, uint64_t replies, uint64_t done,
                   int64_t now_ns);

#endif
