/* sql_print.h: a syntax tree as SQL text, for tests that read it again. teql itself only replaces
 * spans of the text that it read. */
#ifndef TEQL_TESTS_SUPPORT_SQL_PRINT_H
#define TEQL_TESTS_SUPPORT_SQL_PRINT_H

#include "base/buf.h"
#include "sql/ast.h"

/* Write the query so that parsing it again gives the same tree (spans apart). Names keep their
 * quoting, literals their spelling; key words are upper case; brackets stand only where needed to
 * read the same tree, and where they prevent misreading (the bounds of BETWEEN, NOT as an operand,
 * computed frame offsets). */
void sql_print_query(struct buf *out, const struct sql_query *q);
void sql_print_expr(struct buf *out, const struct sql_expr *x);

#endif
