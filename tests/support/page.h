/* page.h: compares figures in the pages of docs/ with those that a test has just counted. */
#ifndef TEQL_TESTS_SUPPORT_PAGE_H
#define TEQL_TESTS_SUPPORT_PAGE_H

#include "base/arena.h"

#include <stdint.h>

/* A number as the pages write it: 80116 is "80,116". */
struct str page_number(struct arena *a, uint64_t number);

/* A table row of docs/`page` has `first` in its first cell and `figure` in another; fails the test
 * if there is none. */
void page_has_row(struct arena *a, const char *page, const char *first, struct str figure);

#endif
