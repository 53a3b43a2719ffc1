/* key_use.h: the part a column plays in the keys of its schema. */
#ifndef TEQL_RELATION_KEY_USE_H
#define TEQL_RELATION_KEY_USE_H

#include "schema/schema.h"

enum key_use {
    KEY_PRIMARY = 1,
    KEY_REFERS = 2,  /* a foreign key starts at it */
    KEY_REFERRED = 4 /* a foreign key ends at it */
};

/* The parts it plays, as a sum. */
unsigned key_use_of(const struct schema *s, uint32_t column);

/* A declared foreign key: one pair of columns, or several that refer to a whole composite primary
 * key. tables.json lists the pairs and does not say which belong together, so that is told by what
 * they refer to: pairs in a row, between the same two tables, one for each column of the key. */
struct key_span {
    uint32_t first, count; /* places in the schema's foreign_keys */
};

/* The key that pair number `pair` is part of. */
struct key_span key_span_of(const struct schema *s, uint32_t pair);

/* Is foreign key number `key` the same as one before it? Spider's files list some twice. */
bool key_listed_before(const struct schema *s, uint32_t key);

#endif
