/* database_files.h: the files that hold the databases of a db_id.
 *
 * A test suite has many databases of one schema in a folder; every file whose name contains
 * ".sqlite" is one. Listings are remembered. A list belongs to one thread. */
#ifndef TEQL_SPIDER_DATABASE_FILES_H
#define TEQL_SPIDER_DATABASE_FILES_H

#include "base/arena.h"
#include "base/err.h"

struct database_folder {
    struct str folder;
    struct str *paths; /* sorted by name, NUL-terminated */
    size_t count;
};

struct database_files {
    struct arena arena;
    struct database_folder *folders;
    size_t count;
};

/* A zeroed struct database_files is ready to use. */
void database_files_release(struct database_files *files);

/* The databases in `folder`; none where there is no such folder. Good until the next call. Files
 * that SQLite keeps beside a database (-journal, -wal, -shm) are not databases. E_HOST where the
 * folder is there and cannot be read. */
MUST_USE enum status database_files_in(struct database_files *files, struct str folder,
                                       const struct database_folder **out, struct err *e);

#endif
