/* database_copy.h: a database as a file of its own. */
#ifndef TEQL_STORE_DATABASE_COPY_H
#define TEQL_STORE_DATABASE_COPY_H

#include "engine/database_make.h"
#include "migration/migration_tables.h"
#include "store/copy_losses.h"

/* Write the database that `m` makes of the one at `original` to `path`, which appears only when all
 * of it is on disk; what was there is replaced. Where `m` is NULL nothing changes, and the copy is
 * the same to the byte. What the engine cannot declare again, a CHECK or index that calls a
 * function of an application's above all, is left out, and noted in `losses`. The folder must
 * exist. E_DB where the engine refuses, for example because a folded key turns out not to be
 * unique. Thread-safe. */
MUST_USE enum status database_copy(const char *original, const struct migration *m,
                                   const char *path, struct copy_losses *losses, struct err *e);

/* Who says which rows a copy has: runs, in its own form, a statement that would take over all rows
 * of a table. */
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
