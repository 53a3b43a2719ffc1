/* content_rows.h: what relations are told of a database's rows, read in the simplest way. */
#ifndef TEQL_TESTS_SUPPORT_CONTENT_ROWS_H
#define TEQL_TESTS_SUPPORT_CONTENT_ROWS_H

#include "relation/column_content.h"
#include "schema/schema.h"

/* Of the file at `path`, which `s` describes; lives in `a`. */
const struct content_source *content_rows(struct arena *a, const char *path,
                                          const struct schema *s);

#endif
