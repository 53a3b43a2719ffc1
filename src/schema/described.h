/* described.h: what a database says of itself, taken into a schema. Inside schema/ only. */
#ifndef TEQL_SCHEMA_DESCRIBED_H
#define TEQL_SCHEMA_DESCRIBED_H

#include "engine/description.h"
#include "schema/schema.h"

/* Ask the database at `path`, as database_describe does. Bytes of its texts that are not UTF-8 are
 * U+FFFD in `*out`; where that makes two tables alike, the second is left out. */
MUST_USE enum status described_ask(struct arena *a, const char *path, struct description *out,
                                   struct err *e);

/* With tables and columns of `s` in place and indexed: what `d` says of them. A foreign key that
 * `s` has and `d` lacks comes behind those of `d`. */
void described_take(struct arena *a, const struct description *d, struct schema *s);

#endif
