/* pending.h: changes to a database that wait in a file beside it. */
#ifndef TEQL_ENGINE_SQLITE_PENDING_H
#define TEQL_ENGINE_SQLITE_PENDING_H

#include "base/err.h"

/* OK where the file is all there is to the database. E_DB where a write-ahead log or a journal that
 * SQLite would play back stands beside it: opened as immutable, the file would show rows as they
 * never were. Fails as err_io tells where that cannot be found out. */
MUST_USE enum status file_settled(const char *path, struct err *e);

#endif
