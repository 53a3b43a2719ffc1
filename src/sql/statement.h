/* statement.h: questions about a statement as a whole. */
#ifndef TEQL_SQL_STATEMENT_H
#define TEQL_SQL_STATEMENT_H

#include "base/arena.h"

/* Does the text begin like a statement? The rest may be wrong. "I'm sorry, …", "With pleasure!" and
 * an empty text do not. */
bool sql_begins_statement(struct str text);

/* A view of the text without white space around it, and without semicolons at its end: they are not
 * part of the query. */
struct str sql_without_end(struct str text);

/* Does the outermost query order its rows? False if the text cannot be parsed. Scratch goes to
 * `a`. */
bool sql_orders_rows(struct arena *a, struct str sql);

/* For a query that sorts with NULLs first and takes some rows by LIMIT: `*out` is the query with
 * NULLs sorted last, in `a`. False for other queries, and if the text cannot be parsed. */
bool sql_nulls_last(struct arena *a, struct str sql, struct str *out);

#endif
