/* canonical_tables.h: the tables of a large database that are asked about. */
#ifndef TEQL_CANONICAL_CANONICAL_TABLES_H
#define TEQL_CANONICAL_CANONICAL_TABLES_H

#include "schema/schema.h"

/* Draw `most` tables, each with one that it refers to, so that there is something to join; all
 * tables if `most` is 0, or there are no more. By table, in `a`. */
bool *canonical_tables(struct arena *a, const struct schema *s, uint32_t most,
                       uint64_t random_seed);

#endif
