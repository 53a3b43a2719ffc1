/* starred_tables.h: tables whose columns a query takes as they come. */
#ifndef TEQL_MIGRATION_STARRED_TABLES_H
#define TEQL_MIGRATION_STARRED_TABLES_H

#include "sql/resolve.h"

/* By table id: `*` stands for the table's columns somewhere, or IN takes it whole, so that the
 * number and order of its columns count. Lives in `a`. */
bool *starred_tables(struct arena *a, const struct schema *s, const struct sql_stmt *stmt);

#endif
