/* own_schema.h: a schema whose names are all in words.
 *
 * A schema that was read from a database has no names in words. They come from its identifiers,
 * "runningTime" → "running time". */
#ifndef TEQL_LINK_OWN_SCHEMA_H
#define TEQL_LINK_OWN_SCHEMA_H

#include "schema/schema.h"

/* A copy in `a`, which shares everything else with `s`. */
const struct schema *own_schema(struct arena *a, const struct schema *s);

#endif
