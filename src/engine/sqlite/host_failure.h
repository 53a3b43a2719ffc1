/* host_failure.h: did the machine fail, or the statement or the file? Inside the engine only. */
#ifndef TEQL_ENGINE_SQLITE_HOST_FAILURE_H
#define TEQL_ENGINE_SQLITE_HOST_FAILURE_H

#include "base/err.h"

#include <stdbool.h>

struct sqlite3;

/* Watch SQLite's reading and writing, for the whole process. Call before any thread starts. */
void host_watch(void);

/* Call before SQLite is called: earlier failures on this thread are forgotten. */
void host_failure_begin(void);

/* Has the machine failed since host_failure_begin? `rc` is SQLite's latest result code, extended.
 * SQLite carries on after some failures, so ask after SQLITE_OK too. */
bool host_failed(int rc);

/* Fill `e` with `what` and SQLite's message, E_DB; or, if the machine failed, with the system's
 * message, E_HOST, or E_IO for a file that may not be read. `what` may be "", and `handle` NULL if
 * SQLite could not even make one. */
enum status sqlite_error(struct sqlite3 *handle, int rc, const char *what, struct err *e);

#endif
