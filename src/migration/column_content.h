/* column_content.h: what the rows of a seed's database have in a column, as far as relations need
 * to know it. */
#ifndef TEQL_MIGRATION_COLUMN_CONTENT_H
#define TEQL_MIGRATION_COLUMN_CONTENT_H

#include "base/str.h"

#include <stdint.h>

/* More different values than this are not listed. */
enum { CONTENT_VALUES_MAX = 2000 };

struct content_value {
    struct str text; /* a text as it is; a number as SQL writes it */
    bool number;     /* it is stored as a number */
    uint64_t rows;   /* that have it */
};

struct column_content {
    const struct content_value *values; /* different ones, NULL and blobs left out: numbers by size,
                                           then texts by their bytes */
    uint32_t n_values;
    bool complete;    /* these are all */
    uint64_t n_rows;  /* of the table */
    uint64_t n_nulls; /* rows that have NULL */
    uint64_t n_blobs;
};

/* Where relations ask for it. */
struct content_source {
    /* Of a column of the seed's schema; NULL where it cannot be read. Good until the next seed. */
    const struct column_content *(*column)(void *ctx, uint32_t column);
    void *ctx;
};

#endif
