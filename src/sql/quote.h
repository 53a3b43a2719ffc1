/* quote.h: names and texts as they stand in SQL that is made. */
#ifndef TEQL_SQL_QUOTE_H
#define TEQL_SQL_QUOTE_H

#include "base/buf.h"

/* A name in double quotes. */
void sql_put_name(struct buf *out, struct str name);

/* As it is where SQLite takes it for a name anywhere, a definition included; else in double quotes.
 * For SQL that people and models read. */
void sql_put_plain_name(struct buf *out, struct str name);

/* A declared type. Words, with one or two numbers in brackets behind them, are written as they are,
 * without a comment before or behind them: VARCHAR(20). Anything else is put in quotes, which
 * SQLite reads as the same type. */
void sql_put_type(struct buf *out, struct str type);

/* A string in single quotes. */
void sql_put_text(struct buf *out, struct str text);

#endif
