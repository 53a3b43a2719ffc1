/* renaming.h: a schema that is another one under other names, as a migration. */
#ifndef TEQL_MIGRATION_RENAMING_H
#define TEQL_MIGRATION_RENAMING_H

#include "migration/migration.h"

/* The migration from `old` that gives its tables and columns the names of those of `new` that stand
 * in the same places. NULL where the two do not have the same places, or a column is of another
 * type: then more than names differ. Refers to both schemas; lives in `a`. */
const struct migration *migration_rename_all(struct arena *a, const struct schema *old,
                                             const struct schema *new);

/* The migration that does what `m` does, and then gives all tables and columns the names of those
 * of `new`, which has the places that `m` makes. NULL where it has not. */
const struct migration *migration_then_rename(struct arena *a, const struct migration *m,
                                              const struct schema *new);

#endif
