/* schema_text.h: how a changed schema differs from the original, in lines. */
#ifndef TEQL_REPORT_SCHEMA_TEXT_H
#define TEQL_REPORT_SCHEMA_TEXT_H

#include "base/arena.h"
#include "base/buf.h"
#include "schema/schema.h"

/* A line "- table (columns)" for each table of `before` that `after` does not have in this form,
 * and a line "+ table (columns)" for each new one. If only the order of tables differs, both
 * orders. Columns of the primary key have a *; foreign keys show what they refer to. Each line
 * begins with `indent`. */
void schema_text_put(struct buf *out, const char *indent, const struct schema *before,
                     const struct schema *after);

/* How `shown` renames `own`, whose tables and columns it has in their order: "customer → client,
 * customer.city → residence". Names in words if only these differ; "as they are" if no name
 * differs. In `a`, safe to show. */
struct str renamings_text(struct arena *a, const struct schema *own, const struct schema *shown);

#endif
