/* announcement.h: announcing many requests before they are paid for.
 *
 * A user who starts a run of hours, or of much money, by mistake should see that at once: the
 * number of requests is shown before the first, and the time they will take as soon as the first
 * replies show the pace. */
#ifndef TEQL_SYSTEM_ANNOUNCEMENT_H
#define TEQL_SYSTEM_ANNOUNCEMENT_H

#include "base/listener.h"
#include "system/request_watch.h"

enum {
    ANNOUNCED_REQUESTS = 2000, /* more than these are announced */
    ANNOUNCED_REPLIES = 50     /* this many show the pace */
};

/* Begins zeroed. */
struct announcement {
    const struct listener *listener;
    bool time_wanted; /* the time is still to be announced */
};

/* Before the first request of a run to a host that is not this machine, and was not announced yet:
 * say where to, what is sent, and how to send less, in the words of `less` ("; --x does"), which
 * may be NULL. A host whose ptr is NULL is this machine. */
void announce_sending(const struct listener *l, struct request_watch *watch, struct str host,
                      struct str what, const char *less);

/* Before `requests` requests to `system`: ask the user, or, if nobody can be asked, say so.
 * E_PAUSED if the answer is no. */
MUST_USE enum status announce_requests(struct announcement *n, const struct listener *l,
                                       const char *system, uint64_t requests, struct err *e);

/* Only ask, with the words that there will be at most `requests`. */
MUST_USE enum status announce_at_most(const struct listener *l, const char *system,
                                      uint64_t requests, struct err *e);

/* To be called with each reply: `replies` came so far. `done` is as for progress_update. */
void announce_time(struct announcement *n, struct progress *p, uint64_t replies, uint64_t done,
                   int64_t now_ns);

#endif
