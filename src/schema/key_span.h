/* key_span.h: foreign keys of several columns. */
#ifndef TEQL_SCHEMA_KEY_SPAN_H
#define TEQL_SCHEMA_KEY_SPAN_H

#include "schema/schema.h"

/* A declared foreign key: one pair of columns, or several that belong together. Spider's
 * tables.json lists the pairs and does not say which those are. Where no database was asked, that
 * is told by what they refer to: pairs in a row, between the same two tables, one for each column
 * of the primary key. */
struct key_span {
    uint32_t first, count; /* places in the schema's foreign_keys */
};

/* The key that pair number `pair` is part of. */
struct key_span key_span_of(const struct schema *s, uint32_t pair);

#endif
