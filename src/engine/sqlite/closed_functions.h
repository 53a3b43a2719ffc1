/* closed_functions.h: SQL functions that nobody may call. Inside the engine only.
 *
 * The expressions of a file (generated columns, indexes, CHECKs) are no statements: SQLite reads
 * them with the schema, and asks no authorizer about the functions in them. So what a file must not
 * call is replaced by a function that refuses. What is left only computes. */
#ifndef TEQL_ENGINE_SQLITE_CLOSED_FUNCTIONS_H
#define TEQL_ENGINE_SQLITE_CLOSED_FUNCTIONS_H

#include <stdbool.h>

struct sqlite3;

/* Does the function reach outside the database, or can it not be stopped? */
bool function_forbidden(const char *name);

/* Close the forbidden functions, and each one of which neither SQLite nor we know that it only
 * computes. A schema that calls one can still be read; what calls it cannot be evaluated. To be
 * called before the schema is read. Returns SQLite's result code. */
int closed_functions_register(struct sqlite3 *handle);

#endif
