/* schema_text.h: how a changed schema differs from the original, in lines. */
#ifndef TEQL_REPORT_SCHEMA_TEXT_H
#define TEQL_REPORT_SCHEMA_TEXT_H

#include "base/arena.h"
#include "base/buf.h"
#include "schema/schema.h"

/* A line "- table (columns)" for each table of `before` that `after` does not have like this, and a
 * line "+ table (columns)" for each of `after` that `before` does not. Where only the order of
 * tables differs, both orders. Columns of the primary key have a *; foreign keys show what they
 * refer to. Each line begins with `indent`. */
void schema_text_put(struct buf *out, const char *indent, const struct schema *before,
                     const struct schema *after);

/* What `shown` calls otherwise than `own`, of which it has all tables and columns in their order:
 * "customer → client, customer.city → residence". Where only the names in words differ, these. "as
 * they are" where no name does. In `a`, fit for a terminal. */
struct str renamings_text(struct arena *a, const struct schema *own, const struct schema *shown);

#endif
