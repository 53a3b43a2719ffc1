/* equal.h: whether two trees say the same in the same words.
 *
 * Everything counts, the spelling of names and literals included, except where a node stands in its
 * source and the numbers of references. Thread-safe. */
#ifndef TEQL_SQL_EQUAL_H
#define TEQL_SQL_EQUAL_H

#include "sql/ast.h"

/* Either may be NULL, which equals only NULL. */
bool sql_tree_equal(const struct sql_query *a, const struct sql_query *b);
bool sql_expr_equal(const struct sql_expr *a, const struct sql_expr *b);

#endif
