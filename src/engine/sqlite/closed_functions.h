/* closed_functions.h: SQL functions that nobody may call. Inside the engine only.
 *
 * The expressions of a file (generated columns, indexes, CHECKs) are not statements: SQLite reads
 * them with the schema, and asks no authorizer about the functions in them. So functions that a
 * file must not call are replaced by one that refuses. The others only compute. */
#ifndef TEQL_ENGINE_SQLITE_CLOSED_FUNCTIONS_H
#define TEQL_ENGINE_SQLITE_CLOSED_FUNCTIONS_H

#include <stdbool.h>

struct sqlite3;

/* Does the function reach outside the database, or can it not be stopped? */
bool function_forbidden(const char *name);

/* Close the forbidden functions, and each one that is not known, to SQLite or to us, only to
 * compute. A schema that calls one can still be read, but the expression cannot be evaluated. To be
 * called before the schema is read. Returns SQLite's result code. */
int closed_functions_register(struct sqlite3 *handle);

#endif
