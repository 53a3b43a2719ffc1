/* sql_names.h: random queries whose names mostly mean something, for tests of the resolver.
 *
 * The writer knows what is in scope: tables, aliases, CTEs, the query around. It usually respects
 * that, and breaks it often enough that every kind of mistake occurs. */
#ifndef TEQL_TESTS_SUPPORT_SQL_NAMES_H
#define TEQL_TESTS_SUPPORT_SQL_NAMES_H

#include "base/buf.h"

#include <stdint.h>

/* The schema of the queries, as SQL. */
extern const char names_schema[];

/* Replace `out` with the query of that number. */
void names_query(struct buf *out, uint64_t number);

#endif
