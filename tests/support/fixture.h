/* fixture.h: small databases of our own, and changed databases compared with each other. */
#ifndef TEQL_TESTS_SUPPORT_FIXTURE_H
#define TEQL_TESTS_SUPPORT_FIXTURE_H

#include "engine/database.h"
#include "migration/migration.h"

/* Towns and letters: keys of every kind, NULLs, values that repeat, a collation. */
extern const char fixture_sql[];

/* A new file with the tables that `sql` makes; its path is in `a`. */
const char *fixture_create(struct arena *a, const char *sql);
void fixture_remove(const char *path);

/* A path for a copy of a database, in a folder of its own: in one that is shared, other programs
 * would sweep a copy that is not finished (base/temporary.h). Removing takes away both. */
const char *fixture_copy_path(struct arena *a);
void fixture_copy_remove(const char *path);

/* The rows of `sql` in the file at `path`; fails the test if it does not run. */
struct rows fixture_query(struct arena *a, const char *path, const char *sql);

/* Open the file at `path` as the views of `m` show it. */
struct database *fixture_views(const char *path, const struct migration *m);

/* Compares the views of `m` on `original` with the real copy that `m` makes of it. NULL if they
 * have the same rows in every table and answer `query` alike, and if the copy's foreign keys are no
 * worse than the original's; otherwise what is wrong, in `a`. */
const char *fixture_compare(struct arena *a, const char *original, const struct migration *m,
                            struct str query);

#endif
