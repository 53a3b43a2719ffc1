/* builtin_tables.h: the tables that SQLite has without anybody declaring them. */
#ifndef TEQL_SQL_BUILTIN_TABLES_H
#define TEQL_SQL_BUILTIN_TABLES_H

#include "base/str.h"

#include <stdint.h>

enum { SQL_BUILTIN_MAX_COLUMNS = 16 };

/* Also usable as a function where it has hidden columns: they are its parameters. */
struct sql_builtin_table {
    struct str name;
    const char *columns, *hidden; /* names separated by spaces */
};

/* NULL where there is none of that name (any case). Thread-safe. */
const struct sql_builtin_table *sql_builtin_table_find(struct str name);

/* The names of its columns into `names`, hidden ones last, and the number of those that are not
 * hidden into `*visible`. Returns the number of all. */
uint32_t sql_builtin_table_columns(const struct sql_builtin_table *t,
                                   struct str names[SQL_BUILTIN_MAX_COLUMNS], uint32_t *visible);

/* All of them, sorted by name. */
const struct sql_builtin_table *sql_builtin_tables(uint32_t *count);

#endif
