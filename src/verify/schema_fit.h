/* schema_fit.h: does a database have the tables that a schema says? */
#ifndef TEQL_VERIFY_SCHEMA_FIT_H
#define TEQL_VERIFY_SCHEMA_FIT_H

#include "engine/database.h"
#include "migration/migration.h"

/* For each table of `s`, in `a`: does the database lack it, or one of its columns? The database
 * must have no views in front. E_HOST if the machine failed. */
MUST_USE enum status schema_tables_missing(struct arena *a, const struct schema *s,
                                           struct database *d, const bool **out, struct err *e);

/* The first old table that the migration changes or folds and that is `missing`, or SCHEMA_NONE. */
uint32_t migration_missing_table(const struct migration *m, const bool *missing);

#endif
