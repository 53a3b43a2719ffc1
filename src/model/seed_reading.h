/* seed_reading.h: the question of a seed, read with a query before cases are made of it. */
#ifndef TEQL_MODEL_SEED_READING_H
#define TEQL_MODEL_SEED_READING_H

#include "link/book_shelf.h"
#include "record/seed.h"
#include "rewording/reading.h"

/* Read the question with `query`, the gold or what stands in for it. NULL where that cannot be
 * read, is not there (ptr NULL), or the seed has no database that it should have. In `a`; the shelf
 * must stay. E_HOST where the machine failed. */
MUST_USE enum status seed_read(struct arena *a, struct book_shelf *books, const struct knowledge *k,
                               const struct seed *seed, struct str query,
                               const struct question_reading **out, struct err *e);

#endif
