/* rewrite_check.h: is a query over the new schema what it was over the old one? */
#ifndef TEQL_RELATION_REWRITE_CHECK_H
#define TEQL_RELATION_REWRITE_CHECK_H

#include "relation/new_names.h"

/* NULL where each name of `sql`, which is the statement of `n` under other names, is bound over the
 * new schema to what the old name's column became; else what is wrong, in the arena of `n`. */
const char *rewrite_fault(const struct new_names *n, struct str sql);

#endif
