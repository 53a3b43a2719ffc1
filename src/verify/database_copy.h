/* database_copy.h: the changed database as a real SQLite file. */
#ifndef TEQL_VERIFY_DATABASE_COPY_H
#define TEQL_VERIFY_DATABASE_COPY_H

#include "relation/migration.h"

/* Write the database that `m` makes of the one at `original` to `path`, which appears only when all
 * of it is on disk; what was there is replaced. The folder must exist. E_DB where SQLite refuses,
 * for example because a folded key turns out not to be unique. Thread-safe. */
MUST_USE enum status database_copy(const char *original, const struct migration *m,
                                   const char *path, struct err *e);

#endif
