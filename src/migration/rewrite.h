/* rewrite.h: a query over the old schema of a migration, rewritten for the new one. */
#ifndef TEQL_MIGRATION_REWRITE_H
#define TEQL_MIGRATION_REWRITE_H

#include "migration/migration.h"

/* `sql`, a query over `m->old`, as one over the new schema with the same answer. Renamed tables and
 * columns get their new names, and so do the columns of derived tables and CTEs that are named
 * after them. All else stays as it was written, unless a new name would mean something else where
 * it stands. Then only what is needed is done (enum naming_care): strings in double quotes get
 * single ones, columns are qualified by their table, aliases and CTEs get fresh names, USING and
 * NATURAL become ON, and `*` a list of columns.
 *
 * False if there is no such query; then `*why` says why, in `a` or constant. The new query is read
 * again, and each of its names must be bound to what the old one's column became. Thread-safe. */
MUST_USE bool query_over(struct arena *a, const struct migration *m, struct str sql,
                         struct str *out, const char **why);

#endif
