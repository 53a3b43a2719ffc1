/* key_use.h: the part a column plays in the keys of its schema. */
#ifndef TEQL_SCHEMA_KEY_USE_H
#define TEQL_SCHEMA_KEY_USE_H

#include "schema/key_span.h"

enum key_use {
    KEY_PRIMARY = 1,
    KEY_REFERS = 2,  /* a foreign key starts at it */
    KEY_REFERRED = 4 /* a foreign key ends at it */
};

/* The parts it plays, as a sum. */
unsigned key_use_of(const struct schema *s, uint32_t column);

/* Is foreign key number `key` the same as one before it? Spider's files list some twice. */
bool key_listed_before(const struct schema *s, uint32_t key);

#endif
