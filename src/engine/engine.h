/* engine.h: what the whole process sets once before it runs SQL. */
#ifndef TEQL_ENGINE_ENGINE_H
#define TEQL_ENGINE_ENGINE_H

#include <stdint.h>

/* What one honest statement may need. */
#define ENGINE_HEAP_PER_THREAD ((int64_t)512 << 20)

/* Bound the memory that SQLite takes for one statement. A statement that would pass it ends as
 * QUERY_TOO_LARGE; other threads do not notice. Call before any thread starts and before SQLite is
 * used in any other way. */
void engine_init(int64_t heap_bytes);

#endif
