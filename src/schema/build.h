/* build.h: the last step of making a schema, shared by its readers. */
#ifndef TEQL_SCHEMA_BUILD_H
#define TEQL_SCHEMA_BUILD_H

#include "schema/schema.h"

/* With tables, columns and keys in place: list the columns of each table and index the names. */
void schema_index(struct arena *a, struct schema *s);

#endif
