/* column_list.h: columns that a question lists: "age, country and height". Inside rewording/. */
#ifndef TEQL_REWORDING_COLUMN_LIST_H
#define TEQL_REWORDING_COLUMN_LIST_H

#include "rewording/reading.h"

enum { COLUMN_LISTS_MAX = 16 };

struct column_list {
    uint32_t first; /* part of the query */
    uint32_t count; /* of columns */
    uint32_t end;   /* of the words */
};

/* Lists of columns that the query gives, from word `at` on: the first column alone, and ever longer
 * ones. Returns how many there are. Thread-safe. */
uint32_t column_lists(const struct question_reading *r, uint32_t at,
                      struct column_list out[COLUMN_LISTS_MAX]);

#endif
