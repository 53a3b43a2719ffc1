/* engine.h: what the whole process sets once before it runs SQL. */
#ifndef TEQL_ENGINE_ENGINE_H
#define TEQL_ENGINE_ENGINE_H

#include <stdint.h>

/* Bound the memory of all databases and running statements of the process together. A statement
 * that would pass it ends as QUERY_TOO_LARGE. Since the bound is shared, it should leave every
 * worker what one honest statement needs: count ENGINE_HEAP_PER_WORKER for each. Call before any
 * thread starts. */
void engine_init(int64_t heap_bytes);

#define ENGINE_HEAP_PER_WORKER ((int64_t)512 << 20)

#endif
