/* table_text.h: tables as a model likes to read them: SQL with comments. */
#ifndef TEQL_SYSTEM_TABLE_TEXT_H
#define TEQL_SYSTEM_TABLE_TEXT_H

#include "base/buf.h"
#include "engine/database.h"
#include "schema/schema.h"

/* CREATE TABLE with columns, types, primary and foreign keys, and a newline; CREATE VIEW if it is
 * a view. A generated column is marked. */
void table_text_create(struct buf *out, const struct schema *s, uint32_t table);

/* The first `n_rows` rows as a comment, values cut at PROMPT_MAX_VALUE bytes. Nothing if the table
 * cannot be read; E_HOST if the machine failed. */
MUST_USE enum status table_text_rows(struct buf *out, const struct schema *s, uint32_t table,
                                     struct database *d, uint32_t n_rows, struct err *e);

#endif
