/* database_copy.h: a database as a file of its own. */
#ifndef TEQL_STORE_DATABASE_COPY_H
#define TEQL_STORE_DATABASE_COPY_H

#include "relation/migration.h"

/* Write the database that `m` makes of the one at `original` to `path`, which appears only when all
 * of it is on disk; what was there is replaced. Where `m` is NULL nothing changes, and the copy is
 * the same to the byte. The folder must exist. E_DB where the engine refuses, for example because a
 * folded key turns out not to be unique. Thread-safe. */
MUST_USE enum status database_copy(const char *original, const struct migration *m,
                                   const char *path, struct err *e);

#endif
