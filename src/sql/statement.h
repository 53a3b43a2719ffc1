/* statement.h: what is told of a statement as a whole. */
#ifndef TEQL_SQL_STATEMENT_H
#define TEQL_SQL_STATEMENT_H

#include "base/arena.h"

/* Does the text begin as a statement does, whether or not the rest is any good? Neither does
 * "I'm sorry, …", nor "With pleasure!", nor an empty text. */
bool sql_begins_statement(struct str text);

/* The text without white space around it, and without semicolons at its end: they are no part of
 * the query. A view. */
struct str sql_without_end(struct str text);

/* Does the query itself order its rows, and not just one within it? False for what cannot be
 * parsed. `a` is for scratch. */
bool sql_orders_rows(struct arena *a, struct str sql);

/* The query with NULL at the end of its order, where LIMIT takes the first rows of it and NULL
 * would be among them. In `a`. False where there is no such order, and for what cannot be parsed.
 */
bool sql_nulls_last(struct arena *a, struct str sql, struct str *out);

#endif
