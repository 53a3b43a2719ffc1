/* table_match.h: tables of numbers that are equal but for the order of columns, and of rows.
 *
 * Both tables must have the same number of rows and of columns, neither zero. */
#ifndef TEQL_COMPARE_TABLE_MATCH_H
#define TEQL_COMPARE_TABLE_MATCH_H

#include "base/arena.h"
#include "compare/denotation.h"

struct table {
    uint32_t *cells; /* row-major */
    size_t n_rows;
    uint32_t n_columns;
};

/* The rows of `a` are the rows of `b`, as sets. */
bool table_same_row_set(const struct table *a, const struct table *b, struct arena *scratch);

/* The rows are equal one by one after some permutation of columns. */
bool table_match_in_order(const struct table *a, const struct table *b, struct arena *scratch);

/* The bags of rows are equal after some permutation of columns. */
enum denotation_verdict table_match_as_bag(const struct table *a, const struct table *b,
                                           struct deadline deadline, struct arena *scratch);

#endif
