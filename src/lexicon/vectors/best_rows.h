/* best_rows.h: the rows nearest to a vector, found in one pass over all of them. */
#ifndef TEQL_LEXICON_VECTORS_BEST_ROWS_H
#define TEQL_LEXICON_VECTORS_BEST_ROWS_H

#include "lexicon/vectors/vectors.h"

struct ranked_row {
    float similarity;
    uint32_t row;
};

struct best_rows {
    struct ranked_row *items; /* in the arena; best first, and of equal ones the first row */
    uint32_t count, room;
};

/* The best `k` of the first `among` rows, 0 for all. */
struct best_rows best_rows_find(struct arena *a, const struct vectors *v, const float *vector,
                                uint32_t k, uint32_t among);

#endif
