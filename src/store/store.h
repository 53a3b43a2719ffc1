/* store.h: the databases of a dataset or suite by their db_id, open or as files.
 *
 * Some exist as files. Others exist only as their original: it is shown through a migration's
 * views, which costs next to nothing. A file is made only for callers that need one, and they share
 * it (copies.h). */
#ifndef TEQL_STORE_STORE_H
#define TEQL_STORE_STORE_H

#include "engine/database.h"
#include "migration/migration.h"
#include "store/copy_losses.h"

/* Put views in front of `d`, so that it answers as the database that `m` makes of it, until
 * database_drop_views, which must be called after a failure too. `d` must have no views in front
 * yet. E_DB if the engine refuses a view. */
MUST_USE enum status database_show(struct database *d, const struct migration *m, struct err *e);

struct store;

/* Folders of databases (database_files.h); each may be NULL. */
struct store_folders {
    const char *own;       /* databases as they are asked for, changed ones too: searched first */
    const char *originals; /* of databases that `own` lacks */
    const char *more;      /* where originals are searched next, and last in `own` */
};

/* A database that is asked for: its name, and how it is made of an original. */
struct store_database {
    struct str db_id;
    struct str origin;                 /* db_id of the original; its own if nothing changed */
    const struct migration *migration; /* from the original; NULL if nothing changed */
};

/* Also removes files that killed runs left. Never NULL. */
struct store *store_new(const struct store_folders *folders, uint32_t workers);

/* Closes databases and removes the files that were made. NULL is allowed. */
void store_free(struct store *s);

/* Open the database, through views if it does not exist as a file. *out is NULL if its original is
 * missing too. Good until the worker's next call; each worker calls from one thread at a time. */
MUST_USE enum status store_open(struct store *s, uint32_t worker, struct store_database which,
                                struct database **out, struct err *e);

/* The same, but never through views: for SQL that would see the difference (rowids, "main",
 * sqlite_master), or to which views are too slow. */
MUST_USE enum status store_open_real(struct store *s, uint32_t worker, struct store_database which,
                                     struct database **out, struct err *e);

/* How many bytes that would have to copy; 0 if the database exists as a file, or was made
 * already. */
MUST_USE enum status store_real_cost(struct store *s, struct store_database which, uint64_t *out,
                                     struct err *e);

/* The path of the database as a file, for a program, or NULL. A file that had to be made is shared,
 * and is kept until the borrower gives it back or is lent another one. From one thread at a time,
 * as store_take_back. */
MUST_USE enum status store_lend(struct store *s, uint32_t borrower, struct store_database which,
                                const char **out, struct err *e);

/* The borrower no longer needs its file, if it has one. */
void store_take_back(struct store *s, uint32_t borrower);

/* Add to `out` what the files that were made lack of their originals. When no worker calls. */
void store_losses(const struct store *s, struct copy_losses *out);

#endif
