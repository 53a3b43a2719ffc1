/* pace.h: no more requests a second than a server allows.
 *
 * Requests begin at even distances. Several runs that share the allowed number each have a part of
 * it, and begin one after the other. */
#ifndef TEQL_SYSTEM_PACE_H
#define TEQL_SYSTEM_PACE_H

#include "record/shard.h"

struct pace {
    int64_t distance_ns; /* between two requests; 0 for none */
    int64_t lead_ns;     /* before the first */
    int64_t next_ns;     /* when the next may begin; 0 before the first */
};

/* `rate` is requests a second, of all shards together; 0 for no limit. */
struct pace pace_of(double rate, struct shard s);

/* When the next request may begin; `now_ns` or earlier if that is at once. */
int64_t pace_next(struct pace *p, int64_t now_ns);

/* A request begins. */
void pace_take(struct pace *p, int64_t now_ns);

#endif
