/* request_watch.h: what a run has sent so far, to all systems and models together: how many
 * requests, and to whom it was told that something is sent.
 *
 * One thread at a time asks somebody, so it needs no lock. */
#ifndef TEQL_SYSTEM_REQUEST_WATCH_H
#define TEQL_SYSTEM_REQUEST_WATCH_H

#include "base/err.h"

#include <stdint.h>

enum { WATCHED_HOSTS = 8 };

/* Begins zeroed. */
struct request_watch {
    uint64_t max, sent;            /* requests, each attempt for itself; a max of 0 is none */
    uint64_t hosts[WATCHED_HOSTS]; /* hashes of those that were told of */
    uint32_t n_hosts;
};

/* Count one more request that is about to be sent. False, and nothing is counted, where the user
 * allows no more. */
MUST_USE bool request_watch_take(struct request_watch *w);

/* It was not sent after all. */
void request_watch_give_back(struct request_watch *w);

/* How many more may be sent; UINT64_MAX for any number. For all of these NULL is no limit. */
uint64_t request_watch_left(const struct request_watch *w);

/* E_PAUSED: requests are left that may not be sent. */
enum status request_watch_spent(const struct request_watch *w, struct err *e);

/* Is it told for the first time that something goes to `host`? From now on it is not. A NULL watch
 * remembers nothing. */
bool request_watch_is_new(struct request_watch *w, struct str host);

#endif
