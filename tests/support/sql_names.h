/* sql_names.h: random queries whose names mostly mean something, for tests of the resolver.
 *
 * The writer knows what is in sight where it writes: tables, aliases, CTEs, the query around. It
 * keeps to it as a rule, and breaks the rule often enough that every way to be wrong occurs. */
#ifndef TEQL_TESTS_SUPPORT_SQL_NAMES_H
#define TEQL_TESTS_SUPPORT_SQL_NAMES_H

#include "base/buf.h"

#include <stdint.h>

/* The schema that the queries speak of, as SQL. */
extern const char names_schema[];

/* Replace `out` by the query of that number. */
void names_query(struct buf *out, uint64_t number);

#endif
