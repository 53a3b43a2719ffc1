/* declared_text.h: is a text that a database declares what it should be?
 *
 * SQLite keeps types, expressions and whole statements as text, and a file can be made to hold any.
 * A text that is written into a statement of ours must not end it: its quotes and brackets must be
 * closed, and it must have no semicolon. */
#ifndef TEQL_MIGRATION_DECLARED_TEXT_H
#define TEQL_MIGRATION_DECLARED_TEXT_H

#include "base/buf.h"
#include "sql/lex.h"

/* Is it one or more tokens of SQL, with brackets in pairs and no semicolon? */
bool declared_is_whole(struct str text);

/* Is it CREATE TABLE …, whole and not of a virtual table; CREATE VIEW …; or CREATE INDEX … or
 * CREATE UNIQUE INDEX …? `what` is KW_TABLE, KW_VIEW or KW_INDEX. */
bool declared_creates(struct str text, enum sql_token_type what);

/* The condition of the next CHECK that `lex` comes to, in its brackets; ptr NULL if there is no
 * other. A condition that is not an expression is skipped. */
struct str declared_next_check(struct sql_lexer *lex);

/* Write the expression of a DEFAULT, in brackets. SQLite takes a lone word there for a text, but
 * for a column within brackets; so it is written as a text. False, with nothing written, if
 * `preset` is not an expression. */
bool declared_put_preset(struct buf *out, struct str preset);

#endif
