/* guarded_functions.h: SQL functions that could run for long in one call, with a bound on it.
 *
 * Inside the engine only. Both return SQLite's result code. */
#ifndef TEQL_ENGINE_GUARDED_FUNCTIONS_H
#define TEQL_ENGINE_GUARDED_FUNCTIONS_H

struct sqlite3;

/* Replace instr, replace, trim, ltrim and rtrim by equals of SQLite's own that fail as too large
 * where they would run for seconds. */
int guarded_functions_register(struct sqlite3 *handle);

/* The same for printf and format. */
int guarded_printf_register(struct sqlite3 *handle);

#endif
