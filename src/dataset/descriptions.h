/* descriptions.h: what people wrote about the columns of a database.
 *
 * BIRD has descriptions beside each database: database_description/<table>.csv, with a line for
 * each column. The files were made by hand: in other encodings than UTF-8, with names in other
 * capitals, with quotes that are never closed. Lines that make no sense are skipped. */
#ifndef TEQL_DATASET_DESCRIPTIONS_H
#define TEQL_DATASET_DESCRIPTIONS_H

#include "schema/schema.h"

enum { DESCRIPTION_MAX_BYTES = 1000 }; /* of one column; a longer one is cut */

/* The descriptions for the columns of `s`, whose database is at the path `database`: an array in
 * `a`, by column, each on one line, or ptr NULL. Fails only if the machine does. */
MUST_USE enum status descriptions_read(struct arena *a, const struct schema *s,
                                       const char *database, struct str **out, struct err *e);

#endif
