/* migration_check.h: properties of every migration, however it was made. */
#ifndef TEQL_TESTS_FUZZ_MIGRATION_CHECK_H
#define TEQL_TESTS_FUZZ_MIGRATION_CHECK_H

#include "migration/migration.h"

/* It is the same once written and read; its views and tables are SQL. Scratch goes to `a`. */
void check_migration(struct arena *a, const struct migration *m, struct str db_id);

#endif
