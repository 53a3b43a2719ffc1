/* declared_text.h: texts that a database declares, held against what they should be.
 *
 * SQLite keeps types, expressions and whole statements as text, and a file can be made to hold any.
 * What is written into a statement of ours must not end it: quotes and brackets closed, no
 * semicolon. */
#ifndef TEQL_MIGRATION_DECLARED_TEXT_H
#define TEQL_MIGRATION_DECLARED_TEXT_H

#include "base/buf.h"
#include "sql/lex.h"

/* Is it one or more tokens of SQL, with brackets in pairs and no semicolon? */
bool declared_is_whole(struct str text);

/* CREATE TABLE …, whole. A virtual table is none. */
bool declared_is_table(struct str text);

/* CREATE INDEX … or CREATE UNIQUE INDEX …, whole. */
bool declared_is_index(struct str text);

/* CREATE VIEW …, whole. */
bool declared_is_view(struct str text);

/* The condition of the next CHECK that `lex` comes to, in its brackets; ptr NULL where there is no
 * other. One that is no expression is passed over. */
struct str declared_next_check(struct sql_lexer *lex);

/* Write the expression of a DEFAULT, in brackets. A lone word is a text to SQLite there, but would
 * be a column in brackets; so it is written as a text. False, with nothing written, where `preset`
 * is no expression. */
bool declared_put_preset(struct buf *out, struct str preset);

#endif
