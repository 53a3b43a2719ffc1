/* suite_files.h: a suite folder of any texts, good or bad. */
#ifndef TEQL_TESTS_SUPPORT_SUITE_FILES_H
#define TEQL_TESTS_SUPPORT_SUITE_FILES_H

#include "base/buf.h"
#include "migration/migration.h"

struct suite_files {
    struct str manifest, seeds, cases;
    struct buf tables; /* filled by suite_files_schema */
};

/* Add the entry of `s`, or, if `m` is not NULL, of the schema that `m` makes of it. */
void suite_files_schema(struct suite_files *f, const struct schema *s, struct str db_id,
                        const struct migration *m);

/* Write them to the folder, which must not exist. Fails the test if that fails. */
void suite_files_write(struct suite_files *f, const char *dir);

#endif
