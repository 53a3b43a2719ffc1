/* describe.h: descriptions of columns, for the schemas of a suite. */
#ifndef TEQL_ASKING_DESCRIBE_H
#define TEQL_ASKING_DESCRIBE_H

#include "base/buf.h"
#include "suite/suite.h"

/* Append a line "-- table.column: description" for each column of the schema that people have
 * described (dataset/descriptions.h); a column of a changed schema has the description of the one
 * that it was. `dir` holds the original databases; NULL for the folder that the manifest names. */
MUST_USE enum status describe_columns(const struct suite *s, const char *dir,
                                      const struct suite_schema *schema, struct buf *out,
                                      struct err *e);

#endif
