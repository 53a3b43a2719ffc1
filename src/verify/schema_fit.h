/* schema_fit.h: is what a schema says true of a database? */
#ifndef TEQL_VERIFY_SCHEMA_FIT_H
#define TEQL_VERIFY_SCHEMA_FIT_H

#include "engine/database.h"
#include "migration/migration.h"

/* For each table of `s`, in `a`: is it missing from the database, or one of its columns? No views
 * may stand in front of the database. E_HOST where the machine failed. */
MUST_USE enum status schema_tables_missing(struct arena *a, const struct schema *s,
                                           struct database *d, const bool **out, struct err *e);

/* The old table that the migration changes or folds and that is among `missing`; SCHEMA_NONE where
 * all are there. */
uint32_t migration_missing_table(const struct migration *m, const bool *missing);

#endif
