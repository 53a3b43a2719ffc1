/* guarded_functions.h: SQL functions that could run for long in one call, with a bound on it.
 *
 * Inside the engine only. Both return SQLite's result code. */
#ifndef TEQL_ENGINE_SQLITE_GUARDED_FUNCTIONS_H
#define TEQL_ENGINE_SQLITE_GUARDED_FUNCTIONS_H

#include "engine/sqlite/statement_clock.h"

struct sqlite3;

/* What a guarded function finds when it is called. */
struct guard {
    struct statement_clock *clock;
    int sides; /* that a trim works on */
};

enum { N_GUARDS = 4 };

/* Replace like, instr, replace, trim, ltrim and rtrim by equals of SQLite's own that stop at the
 * deadline and fail as too large where one call would run for seconds. `clock` and `guards` must
 * outlive `handle`. */
int guarded_functions_register(struct sqlite3 *handle, struct statement_clock *clock,
                               struct guard guards[N_GUARDS]);

/* The same for printf and format. */
int guarded_printf_register(struct sqlite3 *handle, struct statement_clock *clock);

#endif
