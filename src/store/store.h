/* store.h: the databases of a dataset or suite by their db_id, open or as files.
 *
 * Some are there as files. Of others there is the original only: it is shown through a migration's
 * views, which costs next to nothing; a file is made only for those who need one, once for all of
 * them (copies.h). */
#ifndef TEQL_STORE_STORE_H
#define TEQL_STORE_STORE_H

#include "engine/database.h"
#include "migration/migration.h"
#include "store/copy_losses.h"

struct store;

/* Folders of databases (database_files.h); each may be NULL. */
struct store_folders {
    const char *own;       /* databases as they are asked for, changed ones too: looked at first */
    const char *originals; /* what is not there is made of these */
    const char *more;      /* originals that are not there may be here, or else among `own` */
};

/* A database that is asked for: its name, and how it is made of an original. */
struct store_database {
    struct str db_id;
    struct str origin;                 /* db_id of the original; its own where nothing changed */
    const struct migration *migration; /* from the original; NULL where nothing changed */
};

/* Also removes files that killed runs left. Never NULL. */
struct store *store_new(const struct store_folders *folders, uint32_t workers);

/* Closes databases and removes the files that were made. NULL is allowed. */
void store_free(struct store *s);

/* Open the database, shown through views where it is not there as a file. *out is NULL where there
 * is no original either. It is good until the worker's next call; each worker calls from one thread
 * at a time. */
MUST_USE enum status store_open(struct store *s, uint32_t worker, struct store_database which,
                                struct database **out, struct err *e);

/* The same, but never through views: for SQL that would see the difference (rowids, "main",
 * sqlite_master), or to which views are too slow. */
MUST_USE enum status store_open_real(struct store *s, uint32_t worker, struct store_database which,
                                     struct database **out, struct err *e);

/* How many bytes would have to be copied for that; 0 where the database is there as a file, or was
 * made already. */
MUST_USE enum status store_real_cost(struct store *s, struct store_database which, uint64_t *out,
                                     struct err *e);

/* The path of the database as a file, for a program; NULL where there is none. A file that had to
 * be made is shared by all who need it, and stays until the borrower gives it back or is lent
 * another one. From one thread at a time, as store_take_back. */
MUST_USE enum status store_lend(struct store *s, uint32_t borrower, struct store_database which,
                                const char **out, struct err *e);

/* The borrower needs its file no more. One that has none is fine. */
void store_take_back(struct store *s, uint32_t borrower);

/* What files that were made do not keep of their originals. When no worker calls. */
void store_losses(const struct store *s, struct copy_losses *out);

#endif
