/* seed_reading.h: the question of a seed, read with its gold query before cases are made of it. */
#ifndef TEQL_PIPELINE_SEED_READING_H
#define TEQL_PIPELINE_SEED_READING_H

#include "link/book_shelf.h"
#include "record/seed.h"
#include "rewording/reading.h"

/* NULL where the seed has no gold query that can be read, or no database that it should have. In
 * `a`; the shelf must stay. E_HOST where the machine failed. */
MUST_USE enum status seed_read(struct arena *a, struct book_shelf *books, const struct knowledge *k,
                               const struct seed *seed, const struct question_reading **out,
                               struct err *e);

#endif
