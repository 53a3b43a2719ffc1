/* rewrite.h: a query over the old schema of a migration, told over its new one. */
#ifndef TEQL_MIGRATION_REWRITE_H
#define TEQL_MIGRATION_REWRITE_H

#include "migration/migration.h"

/* `sql`, a query over `m->old`, as one over the new schema that answers the same: tables and
 * columns that were renamed have their new names, and so have the columns of derived tables and of
 * CTEs that are named after them. All else stays as it was written, unless a new name would mean
 * something else where it stands. Then what is needed is done, and no more than that
 * (enum naming_care): strings in double quotes get single ones, columns are told with their table,
 * aliases and CTEs get fresh names, USING and NATURAL become ON, and `*` a list of columns.
 *
 * False where there is none, and then `*why` says why, in `a` or for ever. The new query is read
 * again, and each of its names must be bound to what the old one's column became. Thread-safe. */
MUST_USE bool query_over(struct arena *a, const struct migration *m, struct str sql,
                         struct str *out, const char **why);

#endif
