/* database_pool.h: databases kept open, since opening one costs more than most queries.
 *
 * A pool and its handles belong to one thread. The least recently used handle gives way when the
 * pool is full, or when the machine has no descriptor left for another. */
#ifndef TEQL_ENGINE_DATABASE_POOL_H
#define TEQL_ENGINE_DATABASE_POOL_H

#include "engine/database.h"

struct database_pool {
    struct pooled_database *slots; /* most recently used first */
    size_t count, capacity;
};

/* At most `capacity` databases, and no more than the share of one of `workers` in the descriptors
 * of the process. */
void database_pool_init(struct database_pool *pool, size_t capacity, uint32_t workers);
void database_pool_release(struct database_pool *pool);

/* The open database at `path`. The pool keeps it; it is good until the next call. */
MUST_USE enum status database_pool_get(struct database_pool *pool, struct str path,
                                       struct database **out, struct err *e);

#endif
