/* shard.h: one of several runs that share a job: 2/5 is the second of five. */
#ifndef TEQL_RECORD_SHARD_H
#define TEQL_RECORD_SHARD_H

#include "base/record.h"

struct shard {
    uint32_t number, count; /* from 1 to `count`; both 0 where nobody said */
};

/* Is it the whole job, since nobody said anything else or there is one shard? */
static inline bool shard_is_whole(struct shard s)
{
    return s.count <= 1;
}

static inline bool shard_eq(struct shard a, struct shard b)
{
    return a.number == b.number && a.count == b.count;
}

/* Read "2/5". False for anything else. */
bool shard_read(struct str text, struct shard *out);

/* The same as JSON: a string, "1/1" where nobody said. Set unless it is the whole. */
extern const struct member_form FORM_SHARD;

/* Places from `first` to before `end`. */
struct place_range {
    uint32_t first, end;
};

/* Which of `n` things are the shard's, by the work that each is. The ranges of all shards, one
 * after another, are everything. Each ends where the work so far is nearest to its share, so none
 * has more than its share and the largest thing. */
struct place_range shard_range(struct shard s, const uint64_t *work, uint32_t n);

#endif
