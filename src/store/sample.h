/* sample.h: a database with some rows of each table of another, and all that they refer to.
 *
 * Tests of a large database work on a part of its rows too, and a part is quick to copy, to query
 * and to store in other ways. Keys stay whole: a row that a kept row refers to is kept. */
#ifndef TEQL_STORE_SAMPLE_H
#define TEQL_STORE_SAMPLE_H

#include "schema/schema.h"
#include "store/copy_losses.h"

struct sample_size {
    uint64_t rows_before, rows_after;
};

/* Write a database to `path` that has `rows` rows of each table of the one at `original`, spread
 * evenly over the table, or all if there are no more; and the rows that those refer to by foreign
 * keys, those that the database declares and those of `known`, and so on. The same rows every time.
 * It declares what the original does, except for what is noted in `losses`. The file appears only
 * when it is whole. E_DB if the engine refuses, or if it takes too long. */
MUST_USE enum status database_sample(const char *original, const struct schema *known,
                                     uint32_t rows, const char *path, struct sample_size *out,
                                     struct copy_losses *losses, struct err *e);

#endif
