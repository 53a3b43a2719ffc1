/* declared_text.h: texts that a database declares, held against what they should be.
 *
 * SQLite keeps types, expressions and whole statements as text, and a file can be made to hold any.
 * What is written into a statement of ours must not end it: quotes and brackets closed, no
 * semicolon. */
#ifndef TEQL_RELATION_DECLARED_TEXT_H
#define TEQL_RELATION_DECLARED_TEXT_H

#include "base/buf.h"

/* Tokens that are all known to SQL, with brackets in pairs and no semicolon; not none. */
bool declared_is_whole(struct str text);

/* CREATE TABLE …, whole. A virtual table is none. */
bool declared_is_table(struct str text);

/* CREATE INDEX … or CREATE UNIQUE INDEX …, whole. */
bool declared_is_index(struct str text);

/* A type: words, then one or two numbers in brackets. Whatever else it is, is put in quotes, which
 * SQLite reads as the same type. */
void declared_put_type(struct buf *out, struct str type);

/* The expression of a DEFAULT, in brackets. A lone word is a text to SQLite there, and a column in
 * brackets, so it is written as a text. False, with nothing written, where it is no expression. */
bool declared_put_preset(struct buf *out, struct str preset);

#endif
