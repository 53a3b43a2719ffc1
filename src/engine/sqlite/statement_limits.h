/* statement_limits.h: what SQLite's limits bound in one statement.
 *
 * SQLite reads no clock between two jumps of its program, and each step there may read a value from
 * end to end. So the longer the program, the shorter its values: the product bounds by how much a
 * statement can overrun its deadline. Inside the engine only. */
#ifndef TEQL_ENGINE_SQLITE_STATEMENT_LIMITS_H
#define TEQL_ENGINE_SQLITE_STATEMENT_LIMITS_H

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

struct sqlite3;

/* Bounds inside one statement. A value is limited because functions build it in one step, which no
 * deadline can interrupt; a long program has shorter ones. The text and what it nests are limited
 * because SQLite hardly reads a clock while it compiles. */
enum {
    DATABASE_MAX_VALUE_BYTES = 1 << 20,
    DATABASE_MAX_VIEW_BYTES = 100000, /* of all views of a file together */
    DATABASE_MAX_SELECTS = 200,
    DATABASE_MAX_OPERATORS = 250,   /* of a statement's own text; the most of 102,000 is 54 */
    DATABASE_MAX_NATURAL_JOINS = 4, /* of a statement, and of all views of a file together */
    DATABASE_MAX_GLOBS = 10,
    DATABASE_MAX_GLOB_PATTERN = 50,
    DATABASE_MAX_LIKE_PATTERN = 500,
    DATABASE_MAX_COMPOUND_SELECT = 100,
    DATABASE_MAX_EXPRESSION_DEPTH = 200
};

/* Set the limits that hold for every statement, with room for programs of our own and the longest
 * value. */
void statement_limits_set(struct sqlite3 *handle);

/* Programs by size, smallest first: from 0 to N_STATEMENT_SIZES - 1. SQLite runs out of memory
 * (SQLITE_NOMEM) when it compiles a program that is larger. Values have at most `max_value_bytes`,
 * if that is not 0 and less than the size allows. */
enum { N_STATEMENT_SIZES = 5 };

void statement_size_set(struct sqlite3 *handle, int size, uint32_t max_value_bytes);

#endif
