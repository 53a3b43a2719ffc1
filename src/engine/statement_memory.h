/* statement_memory.h: where the memory of a statement begins to count. Inside the engine only. */
#ifndef TEQL_ENGINE_STATEMENT_MEMORY_H
#define TEQL_ENGINE_STATEMENT_MEMORY_H

/* From now on the heap limit of engine_init counts what this thread allocates more than it has now:
 * what other databases of the thread keep must not make a verdict depend on them. */
void statement_memory_begin(void);

#endif
