/* keys.h: primary keys, foreign keys, and the part that a column plays in them. */
#ifndef TEQL_SCHEMA_KEYS_H
#define TEQL_SCHEMA_KEYS_H

#include "schema/schema.h"

/* A declared foreign key: one pair of columns, or several that belong together. Spider's
 * tables.json lists the pairs and does not say which belong together. If no database was asked,
 * that is guessed from what they refer to: pairs in a row, between the same two tables, one for
 * each column of the primary key. */
struct key_span {
    uint32_t first, count; /* places in the schema's foreign_keys */
};

/* The key that pair number `pair` is part of. */
struct key_span key_span_of(const struct schema *s, uint32_t pair);

/* Is foreign key number `key` the same as one before it? Spider's files list some twice. */
bool key_listed_before(const struct schema *s, uint32_t key);

struct primary_key {
    uint32_t *columns; /* ids */
    uint32_t count;    /* 0 if there is no key */
};

/* The columns of the table's key in the key's order, in `a`. If no database was asked, the order is
 * that of the table. */
struct primary_key schema_primary_key(struct arena *a, const struct schema *s, uint32_t table);

enum key_use {
    KEY_PRIMARY = 1,
    KEY_REFERS = 2,  /* a foreign key starts at it */
    KEY_REFERRED = 4 /* a foreign key ends at it */
};

/* The parts that a column plays in keys, as a sum. */
unsigned key_use_of(const struct schema *s, uint32_t column);

#endif
