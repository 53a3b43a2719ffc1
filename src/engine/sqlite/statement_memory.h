/* statement_memory.h: the memory of the running statement. Inside the engine only. */
#ifndef TEQL_ENGINE_SQLITE_STATEMENT_MEMORY_H
#define TEQL_ENGINE_SQLITE_STATEMENT_MEMORY_H

struct statement_clock;

/* From now on the heap limit of engine_init counts what this thread allocates more than it has now:
 * what other databases of the thread keep must not make a verdict depend on them. */
void statement_memory_begin(void);

/* From here to the other, what this thread allocates and the pages it reads spend the clock's time,
 * and fail once it is late. */
void statement_memory_watch(struct statement_clock *clock);
void statement_memory_unwatch(void);

#endif
