/* guarded_collations.h: NOCASE and RTRIM, stopped at the deadline. Inside the engine only. */
#ifndef TEQL_ENGINE_SQLITE_GUARDED_COLLATIONS_H
#define TEQL_ENGINE_SQLITE_GUARDED_COLLATIONS_H

struct sqlite3;
struct statement_clock;

/* Replace both by functions that do the same as SQLite's own. Once the statement is late they call
 * everything equal, so its result must be thrown away. `clock` must outlive `handle`. SQLite's
 * result code. */
int guarded_collations_register(struct sqlite3 *handle, struct statement_clock *clock);

#endif
