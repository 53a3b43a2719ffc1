/* primary_key.h: the columns of a primary key, in its order. */
#ifndef TEQL_SCHEMA_PRIMARY_KEY_H
#define TEQL_SCHEMA_PRIMARY_KEY_H

#include "schema/schema.h"

struct primary_key {
    uint32_t *columns; /* ids */
    uint32_t count;    /* 0 where there is no key */
};

/* The key of the table, in `a`. Where no database was asked, the order is that of the columns. */
struct primary_key schema_primary_key(struct arena *a, const struct schema *s, uint32_t table);

#endif
