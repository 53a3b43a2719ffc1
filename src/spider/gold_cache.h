/* gold_cache.h: answers of recent gold queries.
 *
 * The same gold is run again for every candidate of a pair and for neighbouring pairs. The cache is
 * emptied when it is full, so it holds the latest golds. It belongs to one thread. */
#ifndef TEQL_SPIDER_GOLD_CACHE_H
#define TEQL_SPIDER_GOLD_CACHE_H

#include "engine/database_pool.h"

struct gold_cache {
    struct arena arena;
    struct cached_gold *answers; /* hash table; n_slots a power of two */
    size_t count;
    size_t bytes; /* of all answers */
};

/* A zeroed struct gold_cache is ready to use. */
void gold_cache_release(struct gold_cache *cache);

/* The answer of `sql` on the file `path`, run within the limits where it is not known. It is good
 * until the next call. E_DB where the file is no database. */
MUST_USE enum status gold_cache_run(struct gold_cache *cache, struct database_pool *pool,
                                    struct str path, struct str sql,
                                    const struct query_limits *limits,
                                    const struct query_result **out, struct err *e);

#endif
