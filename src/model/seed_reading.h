/* seed_reading.h: the question of a seed, read with a query before cases are made of it. */
#ifndef TEQL_MODEL_SEED_READING_H
#define TEQL_MODEL_SEED_READING_H

#include "link/book_shelf.h"
#include "link/reading.h"
#include "record/seed.h"

/* Read the question with `query`, the gold or its substitute. NULL if that is missing (ptr NULL) or
 * cannot be read, or if the database of the seed is missing. In `a`; the shelf must stay. E_HOST if
 * the machine failed. */
MUST_USE enum status seed_read(struct arena *a, struct book_shelf *books, const struct knowledge *k,
                               const struct seed *seed, struct str query,
                               const struct question_reading **out, struct err *e);

#endif
