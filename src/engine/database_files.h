/* database_files.h: where the databases of a dataset or suite are.
 *
 * They are in a folder, mostly DATABASES_FOLDER, each as <db_id>/<db_id>.sqlite, as Spider and BIRD
 * have them. People also keep them side by side, as <db_id>.sqlite. No other source file builds
 * such a path. */
#ifndef TEQL_ENGINE_DATABASE_FILES_H
#define TEQL_ENGINE_DATABASE_FILES_H

#include "base/arena.h"
#include "base/err.h"

#define DATABASES_FOLDER "database"

/* Paths, in `a` and NUL-terminated, whether or not the file exists: the folder of all databases of
 * the dataset or suite `dir`; that of one of them; the database in it. */
struct str databases_path(struct arena *a, const char *dir);
struct str database_folder_path(struct arena *a, struct str databases, struct str db_id);
struct str database_file_path(struct arena *a, struct str folder, struct str db_id);

/* The path of a database among `databases`, or ptr NULL. `databases` may also be one database,
 * whose db_id is its name without extension. A file that is not a database fails when it is opened.
 * E_HOST if the machine failed. */
MUST_USE enum status database_find(struct arena *a, struct str databases, struct str db_id,
                                   struct str *out, struct err *e);

/* The db_id of a database that is one file: "shop" for data/shop.sqlite. */
struct str database_file_id(struct str path);

/* Is a file that begins like this a database? */
bool database_looks(struct str beginning);

/* Is a file of `size` bytes, whose first 100 are `beginning`, a database that has all its pages? */
bool database_looks_whole(struct str beginning, uint64_t size);

/* The db_ids of the databases among `databases`, sorted: of <db_id>/<db_id>.sqlite, and of
 * <db_id>.sqlite in the folder itself. */
struct database_ids {
    struct str *items;
    uint32_t count;
};

/* None if there is no such folder. In `a`. E_HOST if the folder exists and cannot be read. */
MUST_USE enum status database_ids_in(struct arena *a, struct str databases,
                                     struct database_ids *out, struct err *e);

/* A test suite has many databases of one schema in a folder; every file whose name contains
 * ".sqlite" is one. */
struct database_folder {
    struct str folder;
    struct str *paths; /* sorted by name, NUL-terminated */
    size_t count;
};

/* Folders that were listed, each once. Belongs to one thread. */
struct database_files {
    struct arena arena;
    struct database_folder *folders;
    size_t count;
};

/* A zeroed struct database_files is ready to use. */
void database_files_release(struct database_files *files);

/* The databases in `folder`, or none if there is no such folder. Good until the next call. Files
 * that SQLite keeps beside a database (-journal, -wal, -shm) are not databases. E_HOST if the
 * folder exists and cannot be read. */
MUST_USE enum status database_files_in(struct database_files *files, struct str folder,
                                       const struct database_folder **out, struct err *e);

#endif
