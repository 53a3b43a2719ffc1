/* round_trip.h: records that are read, written and read again. */
#ifndef TEQL_TESTS_FUZZ_ROUND_TRIP_H
#define TEQL_TESTS_FUZZ_ROUND_TRIP_H

#include "base/record.h"

/* Read `text` into a copy of the struct at `empty`. If it is accepted, it is written, read and
 * written again: both must be the same. */
void round_trip(const struct record *r, const void *empty, size_t size, struct str text);

/* The struct at `it` is written as JSON. */
void require_record(const struct record *r, const void *it);

#endif
