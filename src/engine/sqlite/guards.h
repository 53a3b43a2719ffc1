/* guards.h: functions and collations of SQL that take the place of SQLite's own.
 *
 * Inside the engine only. Those that register return SQLite's result code; what they are passed
 * must outlive `handle`. */
#ifndef TEQL_ENGINE_SQLITE_GUARDS_H
#define TEQL_ENGINE_SQLITE_GUARDS_H

#include "engine/sqlite/statement_clock.h"

struct sqlite3;

/* What a guarded function finds when it is called. */
struct guard {
    struct statement_clock *clock;
    int sides; /* that a trim works on */
    bool replaces_into_text;
};

enum { N_GUARDS = 4 };

/* Replace like, instr, replace, trim, ltrim and rtrim by equals of SQLite's own that stop at the
 * deadline and fail as too large if one call would run for seconds. */
int guarded_functions_register(struct sqlite3 *handle, struct statement_clock *clock,
                               struct guard guards[N_GUARDS]);

/* The same for printf and format. */
int guarded_printf_register(struct sqlite3 *handle, struct statement_clock *clock);

/* Replace NOCASE and RTRIM by collations that do the same, but stop at the deadline. Once the
 * statement is late they call everything equal, so its result must be thrown away. */
int guarded_collations_register(struct sqlite3 *handle, struct statement_clock *clock);

/* The expressions of a file (generated columns, indexes, CHECKs) are not statements: SQLite reads
 * them with the schema, and asks no authorizer about the functions in them. So functions that a
 * file must not call are replaced by one that refuses: the forbidden functions, and each one that
 * is not known, to SQLite or to us, only to compute. A schema that calls one can still be read, but
 * the expression cannot be evaluated. To be called before the schema is read. */
int closed_functions_register(struct sqlite3 *handle);

/* Does the function reach outside the database, or can it not be stopped? */
bool function_forbidden(const char *name);

/* Is it one of the `n` names, in either case? */
bool function_in(const char *name, const char *const *names, size_t n);

#endif
