/* sample.h: a database with some rows of each table of another, and all that they refer to.
 *
 * What a large database is tested for shows on a part of its rows, and a part is quick to copy, to
 * query and to store in other ways. Keys stay whole: a row that a kept row refers to is kept. */
#ifndef TEQL_STORE_SAMPLE_H
#define TEQL_STORE_SAMPLE_H

#include "schema/schema.h"
#include "store/copy_losses.h"

struct sample_size {
    uint64_t rows_before, rows_after;
};

/* Write a database to `path` that has, of each table of the one at `original`, `rows` rows spread
 * evenly over it, or all where it has no more; and the rows that those refer to, by the foreign
 * keys that the database declares and those of `known`, and so on. The same rows every time. It
 * declares what the original does, but for what is noted in `losses`. Nothing is there before it is
 * whole. E_DB where the engine refuses, or where it takes too long. */
MUST_USE enum status database_sample(const char *original, const struct schema *known,
                                     uint32_t rows, const char *path, struct sample_size *out,
                                     struct copy_losses *losses, struct err *e);

#endif
