/* pending.h: changes to a database that wait in a file beside it. */
#ifndef TEQL_ENGINE_SQLITE_PENDING_H
#define TEQL_ENGINE_SQLITE_PENDING_H

#include "base/err.h"

/* OK if the file is all of the database. E_DB if there is a write-ahead log or a journal beside it
 * that SQLite would play back: opened as immutable, the file would show rows as they never were.
 * Fails as err_io says if the files cannot be read. */
MUST_USE enum status file_settled(const char *path, struct err *e);

#endif
