/* equal.h: whether two trees say the same in the same words.
 *
 * The spelling of names and literals counts. Only places in the source and the numbers of
 * references may differ. Thread-safe. */
#ifndef TEQL_SQL_EQUAL_H
#define TEQL_SQL_EQUAL_H

#include "sql/ast.h"

/* Either may be NULL, which equals only NULL. */
bool sql_tree_equal(const struct sql_query *a, const struct sql_query *b);
bool sql_expr_equal(const struct sql_expr *a, const struct sql_expr *b);

#endif
