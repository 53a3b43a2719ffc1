/* rewrite_check.h: is a query over the new schema what it was over the old one? */
#ifndef TEQL_MIGRATION_REWRITE_CHECK_H
#define TEQL_MIGRATION_REWRITE_CHECK_H

#include "migration/rewriting.h"

/* NULL where each name of `sql`, which is the statement of `w` rewritten, is bound over the new
 * schema to what the old name's column became; else what is wrong, in the arena of `w`. */
const char *rewrite_fault(const struct rewriting *w, struct str sql);

#endif
