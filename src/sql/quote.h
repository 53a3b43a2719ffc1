/* quote.h: write names and texts into SQL. */
#ifndef TEQL_SQL_QUOTE_H
#define TEQL_SQL_QUOTE_H

#include "base/buf.h"

/* A name in double quotes. */
void sql_put_name(struct buf *out, struct str name);

/* A name without quotes if SQLite accepts that everywhere, in definitions too; else in double
 * quotes. For SQL that people and models read. */
void sql_put_plain_name(struct buf *out, struct str name);

/* A declared type. Words with one or two numbers in brackets, such as VARCHAR(20), are written as
 * they are, without comments around them. Anything else is quoted: SQLite reads it as the same
 * type. */
void sql_put_type(struct buf *out, struct str type);

/* A string in single quotes. */
void sql_put_text(struct buf *out, struct str text);

/* The same, in `a`. */
struct str sql_text_literal(struct arena *a, struct str text);

#endif
