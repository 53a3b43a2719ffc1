/* table_match.h: are tables of numbers equal, but for the order of columns and perhaps of rows?
 *
 * Both tables must have the same number of rows and of columns, neither zero. */
#ifndef TEQL_SPIDER_TABLE_MATCH_H
#define TEQL_SPIDER_TABLE_MATCH_H

#include "base/arena.h"
#include "spider/denotation.h"

struct value_table {
    uint32_t *cells; /* row-major */
    size_t n_rows;
    uint32_t n_columns;
};

/* Are the rows of `a` those of `b`, as sets? */
bool table_same_row_set(const struct value_table *a, const struct value_table *b,
                        struct arena *scratch);

/* Are the rows equal one by one, after some permutation of columns? */
bool table_match_in_order(const struct value_table *a, const struct value_table *b,
                          struct arena *scratch);

/* Are the bags of rows equal, after some permutation of columns? */
enum denotation_verdict table_match_as_bag(const struct value_table *a, const struct value_table *b,
                                           struct deadline deadline, struct arena *scratch);

#endif
