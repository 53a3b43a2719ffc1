/* quote.h: names and texts as they stand in SQL that is made. */
#ifndef TEQL_SQL_QUOTE_H
#define TEQL_SQL_QUOTE_H

#include "base/buf.h"

/* A name in double quotes. */
void sql_put_name(struct buf *out, struct str name);

/* As it is where SQLite takes it for a name anywhere, a definition included; else in double quotes.
 * For SQL that people and models read. */
void sql_put_plain_name(struct buf *out, struct str name);

/* A string in single quotes. */
void sql_put_text(struct buf *out, struct str text);

#endif
