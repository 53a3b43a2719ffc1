/* answer_memory.h: the latest answers of a connection that took long, by the programs that gave
 * them (program.h). Inside the engine only; belongs to one thread.
 *
 * The cases of a seed put the same query to the same rows a hundred times, each time through other
 * views. SQLite makes a handful of different programs of them. */
#ifndef TEQL_ENGINE_SQLITE_ANSWER_MEMORY_H
#define TEQL_ENGINE_SQLITE_ANSWER_MEMORY_H

#include "engine/database.h"

struct answer_memory;

/* An empty one; it never grows beyond a few megabytes. */
struct answer_memory *answer_memory_new(void);
void answer_memory_free(struct answer_memory *m); /* NULL is allowed */

/* Could there be an answer of this many columns within these limits? Costs next to nothing, unlike
 * finding the program. */
bool answer_memory_may_have(const struct answer_memory *m, uint32_t n_columns,
                            const struct query_limits *limits);

/* The answer that the program gave, copied into `a`. False if it is not kept, or is not within
 * these limits. */
bool answer_memory_recall(struct answer_memory *m, struct str program,
                          const struct query_limits *limits, struct arena *a,
                          struct query_result *out);

/* Is the answer complete, and worth keeping? */
bool answer_memory_wants(const struct query_result *answer, const struct query_limits *limits);

/* Keep a copy, in place of the answers that were not asked for longest. */
void answer_memory_keep(struct answer_memory *m, struct str program,
                        const struct query_result *answer);

#endif
