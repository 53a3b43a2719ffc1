/* statement.h: SQL told from other text. */
#ifndef TEQL_SQL_STATEMENT_H
#define TEQL_SQL_STATEMENT_H

#include "base/str.h"

/* Does the text begin as a statement does, whether or not the rest is any good? Neither does
 * "I'm sorry, …", nor "With pleasure!", nor an empty text. */
bool sql_begins_statement(struct str text);

#endif
