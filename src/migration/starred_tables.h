/* starred_tables.h: tables of which a query takes all columns. */
#ifndef TEQL_MIGRATION_STARRED_TABLES_H
#define TEQL_MIGRATION_STARRED_TABLES_H

#include "sql/resolve.h"

/* By table id: does `*` stand for the table's columns somewhere, or does IN take it whole? Then the
 * number and order of its columns matter. Lives in `a`. */
bool *starred_tables(struct arena *a, const struct schema *s, const struct sql_stmt *stmt);

#endif
