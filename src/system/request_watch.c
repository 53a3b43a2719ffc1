/* request_watch.c: counting. */
#include "system/request_watch.h"

#include "base/hash.h"

#include <inttypes.h>

bool request_watch_take(struct request_watch *w)
{
    if (request_watch_left(w) == 0)
        return false;
    if (w)
        w->sent++;
    return true;
}

void request_watch_give_back(struct request_watch *w)
{
    if (w)
        w->sent--;
}

uint64_t request_watch_left(const struct request_watch *w)
{
    if (!w || w->max == 0)
        return UINT64_MAX;
    return w->sent < w->max ? w->max - w->sent : 0;
}

enum status request_watch_spent(const struct request_watch *w, struct err *e)
{
    return err_set(e, E_PAUSED, "%" PRIu64 " request%s sent, as many as --max-requests allows",
                   w->sent, w->sent == 1 ? " was" : "s were");
}

bool request_watch_is_new(struct request_watch *w, struct str host)
{
    uint64_t hash = hash_bytes_nocase(host);
    if (!w)
        return true;
    for (uint32_t i = 0; i < w->n_hosts; i++)
        if (w->hosts[i] == hash)
            return false;
    if (w->n_hosts < WATCHED_HOSTS)
        w->hosts[w->n_hosts++] = hash;
    return true;
}
