/* statement_limits.h: what SQLite's limits bound in one statement.
 *
 * SQLite reads no clock between two jumps of its program, and each step there may read a value from
 * end to end. So the longer the program, the shorter its values: the product bounds by how much a
 * statement can overrun its deadline. Inside the engine only. */
#ifndef TEQL_ENGINE_SQLITE_STATEMENT_LIMITS_H
#define TEQL_ENGINE_SQLITE_STATEMENT_LIMITS_H

#include "base/str.h"

#include <stdbool.h>

struct sqlite3;

/* Set the limits that hold for every statement, with room for programs of our own and the longest
 * value. */
void statement_limits_set(struct sqlite3 *handle);

/* Programs by size, smallest first: from 0 to N_STATEMENT_SIZES - 1. SQLite runs out of memory
 * (SQLITE_NOMEM) when it compiles a program that is larger. */
enum { N_STATEMENT_SIZES = 5 };

void statement_size_set(struct sqlite3 *handle, int size);

#endif
