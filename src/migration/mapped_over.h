/* mapped_over.h: any query over the old schema of a migration that maps columns, told over its new
 * one. What a relation does to the gold, for what a system says. */
#ifndef TEQL_MIGRATION_MAPPED_OVER_H
#define TEQL_MIGRATION_MAPPED_OVER_H

#include "migration/migration.h"

/* The query that asks the new columns for what `sql` asks the old ones (rewrite_mapped.h); where it
 * reads none of those, `sql` with names that changed (rewrite.h). A relation also looks at the rows
 * of the database, which are not known here: so the two may answer differently where NULLs are
 * sorted. False where there is no such query. `*out` lives in `a`. Thread-safe. */
MUST_USE bool query_over_mapped(struct arena *a, const struct migration *m, struct str sql,
                                struct str *out);

#endif
