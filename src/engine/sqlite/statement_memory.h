/* statement_memory.h: the memory of the running statement. Inside the engine only. */
#ifndef TEQL_ENGINE_SQLITE_STATEMENT_MEMORY_H
#define TEQL_ENGINE_SQLITE_STATEMENT_MEMORY_H

#include <stddef.h>

struct compile_work;
struct statement_clock;

/* From now on the heap limit of engine_init counts what this thread allocates beyond what it has
 * now: a verdict must not depend on what other databases of the thread keep. */
void statement_memory_begin(void);

/* Between the two calls, what this thread allocates and the pages it reads spend the clock's time,
 * and fail once it is late. */
void statement_memory_watch(struct statement_clock *clock);
void statement_memory_unwatch(void);

/* Between the two calls, this thread compiles a statement whose text has at most `most_text` bytes:
 * what it allocates counts as `work`, and fails once that is too much (compile_work.h). Statements
 * that SQLite compiles on the way, to read a schema, count too. */
void statement_compile_begin(struct compile_work *work, size_t most_text);
void statement_compile_end(void);

#endif
