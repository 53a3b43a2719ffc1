/* content.h: what the columns of a database have in them, read once and kept.
 *
 * Seeds of one database mostly follow each other, so the contents of the latest database are kept,
 * for the columns that were asked for. */
#ifndef TEQL_STORE_CONTENT_H
#define TEQL_STORE_CONTENT_H

#include "base/err.h"
#include "migration/column_content.h"
#include "schema/schema.h"

struct content_reader; /* of one worker */

/* One of `workers`, which share what the process may open. Never NULL. */
struct content_reader *content_reader_new(uint32_t workers);

/* NULL is allowed. */
void content_reader_free(struct content_reader *r);

/* Contents of the database at `path`, whose tables `s` has. Good until the next call. A column that
 * cannot be read, or not within a limit of work, has none; nor has any if `path` is NULL. */
struct content_source content_reader_of(struct content_reader *r, const char *path,
                                        const struct schema *s);

/* Fails if the machine failed since the latest content_reader_of: what was read is void. */
MUST_USE enum status content_reader_status(const struct content_reader *r, struct err *e);

/* How many columns of the latest database have no content only because reading took more than a
 * minute: on another day they may have one. */
uint32_t content_reader_late(const struct content_reader *r);

#endif
