/* request_watch.h: what a run has sent so far, to all systems and models together: how many
 * requests, and to which hosts the user knows that something is sent.
 *
 * Only one thread at a time sends requests, so it needs no lock. */
#ifndef TEQL_SYSTEM_REQUEST_WATCH_H
#define TEQL_SYSTEM_REQUEST_WATCH_H

#include "base/err.h"

#include <stdint.h>

enum { WATCHED_HOSTS = 8 };

/* Begins zeroed. */
struct request_watch {
    uint64_t max, sent;            /* requests, each attempt counts; max 0 means no limit */
    uint64_t hosts[WATCHED_HOSTS]; /* hashes of those that were announced */
    uint32_t n_hosts;
};

/* For all of these a NULL watch has no limit, and remembers nothing. */

/* Count one more request that is about to be sent. False, and nothing is counted, if the user
 * allows no more. */
MUST_USE bool request_watch_take(struct request_watch *w);

/* It was not sent after all. */
void request_watch_give_back(struct request_watch *w);

/* How many more may be sent; UINT64_MAX if there is no limit. */
uint64_t request_watch_left(const struct request_watch *w);

/* E_PAUSED: requests are left that may not be sent. */
enum status request_watch_spent(const struct request_watch *w, struct err *e);

/* Is this the first call for `host`? */
bool request_watch_is_new(struct request_watch *w, struct str host);

#endif
