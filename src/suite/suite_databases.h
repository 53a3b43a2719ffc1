/* suite_databases.h: the database of each schema of a suite, open or as a file.
 *
 * A suite with `--databases copy` has them as files. Without, the original is shown through the
 * migration's views, which costs next to nothing; a file is made only for those who need one. */
#ifndef TEQL_SUITE_SUITE_DATABASES_H
#define TEQL_SUITE_SUITE_DATABASES_H

#include "engine/database.h"
#include "suite/suite.h"

struct suite_databases;

/* `dir` holds the originals as <db_id>/<db_id>.sqlite; NULL for the folder that the manifest names.
 * The suite must outlive it. Files that killed runs made are removed. Never NULL. */
struct suite_databases *suite_databases_new(const struct suite *s, const char *dir,
                                            uint32_t workers);

/* Closes databases and removes the files that were made. NULL is allowed. */
void suite_databases_free(struct suite_databases *d);

/* The database of `schema`, which suite_schema gave; *out is NULL where there is none. It is the
 * worker's until the worker's next call; each worker calls from one thread at a time. */
MUST_USE enum status suite_database_open(struct suite_databases *d, uint32_t worker,
                                         const struct suite_schema *schema, struct database **out,
                                         struct err *e);

/* The same as a database of its own, not as views over another: for SQL that would see the
 * difference (rowids, "main", sqlite_master). */
MUST_USE enum status suite_database_open_real(struct suite_databases *d, uint32_t worker,
                                              const struct suite_schema *schema,
                                              struct database **out, struct err *e);

/* Its path; NULL where there is none. A file that had to be made is there at least until
 * SUITE_DATABASE_FILES more were asked for. From one thread at a time. */
enum { SUITE_DATABASE_FILES = 512 };
MUST_USE enum status suite_database_path(struct suite_databases *d,
                                         const struct suite_schema *schema, const char **out,
                                         struct err *e);

#endif
