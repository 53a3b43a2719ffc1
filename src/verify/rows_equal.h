/* rows_equal.h: whether the same query gave the same answer twice.
 *
 * Stricter than spider/denotation.h, which judges other people's queries: here columns must be
 * where they were, and values must be equal and of the same type. Rows are compared in their order
 * if the query orders them, else as a bag. */
#ifndef TEQL_VERIFY_ROWS_EQUAL_H
#define TEQL_VERIFY_ROWS_EQUAL_H

#include "engine/rows.h"

/* `scratch` is left as it was. Thread-safe for different scratch arenas. */
bool rows_equal(const struct rows *a, const struct rows *b, bool ordered, struct arena *scratch);

/* Are they equal but for rounding? Sums of the same numbers in another order differ in their last
 * digits. */
bool rows_alike(const struct rows *a, const struct rows *b, bool ordered, struct arena *scratch);

/* Equal answers have equal digests. */
uint64_t rows_digest(const struct rows *r, bool ordered);

#endif
