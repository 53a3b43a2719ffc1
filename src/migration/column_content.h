/* column_content.h: the values that the rows of a seed's database have in a column. */
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
    const struct content_value *values; /* different ones, without NULL and blobs: numbers by size,
                                           then texts by their bytes */
    uint32_t n_values;
    bool complete;    /* they are all listed */
    uint64_t n_rows;  /* of the table */
    uint64_t n_nulls; /* rows that have NULL */
    uint64_t n_blobs;
};

/* Rows that have a day as a number, such as 20190502; and an empty text. */
struct content_days {
    uint64_t n_days, n_empty;
};

struct content_source {
    /* Of a column of the seed's schema; NULL if it cannot be read. Good until the next seed. */
    const struct column_content *(*column)(void *ctx, uint32_t column);
    /* Of all rows of a column. False if they cannot be counted. */
    bool (*days)(void *ctx, uint32_t column, struct content_days *out);
    void *ctx;
};

#endif
