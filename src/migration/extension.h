/* extension.h: a schema that has more columns than another, as a migration. */
#ifndef TEQL_MIGRATION_EXTENSION_H
#define TEQL_MIGRATION_EXTENSION_H

#include "migration/migration.h"

/* The migration from `old` that gives its tables the columns that those of `new` have beside
 * theirs. What they hold is made up: numbers, or their name in words with a number behind it. NULL
 * where `new` has not the same tables, or has not all their columns in the same order and of the
 * same types. Refers to both schemas; lives in `a`. */
const struct migration *migration_extend(struct arena *a, const struct schema *old,
                                         const struct schema *new);

#endif
