/* database_copy.h: a database as a file of its own. */
#ifndef TEQL_STORE_DATABASE_COPY_H
#define TEQL_STORE_DATABASE_COPY_H

#include "engine/database_make.h"
#include "migration/migration_tables.h"
#include "store/copy_losses.h"

/* Write the database that `m` makes of the one at `original` to `path`. The file appears only when
 * all of it is on disk, and replaces one that was there. If `m` is NULL, the copy equals the
 * original to the byte. What the engine cannot declare again, mostly a CHECK or an index that calls
 * a function of an application, is left out and noted in `losses`. The folder must exist. E_DB if
 * the engine refuses, for example because a folded key turns out not to be unique. Thread-safe. */
MUST_USE enum status database_copy(const char *original, const struct migration *m,
                                   const char *path, struct copy_losses *losses, struct err *e);

/* Decides which rows a copy has: `fill` gets the statement that would copy all rows of a table, and
 * runs its own variant of it. */
struct row_chooser {
    enum status (*fill)(void *ctx, struct database *made, const struct migration_statement *rows,
                        struct err *e);
    void *ctx;
};

/* The same for some of the rows. */
MUST_USE enum status database_copy_rows(const char *original, const struct migration *m,
                                        const struct row_chooser *chooser, const char *path,
                                        struct copy_losses *losses, struct err *e);

#endif
