/* program.h: what SQLite compiles a query to, as bytes that can be compared. Inside the engine
 * only.
 *
 * Two queries with equal programs do the same, opcode by opcode. On a file that does not change
 * they have the same answer, whatever names and views they were written with. */
#ifndef TEQL_ENGINE_SQLITE_PROGRAM_H
#define TEQL_ENGINE_SQLITE_PROGRAM_H

#include "base/buf.h"
#include "engine/sqlite/walls.h"

/* Put the program of `query`, which is the running statement, into the empty `out`. False if its
 * answer depends on more than the program and the file, if the program is too long, or if it cannot
 * be listed within the time of the statement; then `out` is empty. */
bool program_of(struct connection *c, struct str query, struct buf *out);

#endif
