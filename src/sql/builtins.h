/* builtins.h: the functions and tables that every SQLite database has. Thread-safe. */
#ifndef TEQL_SQL_BUILTINS_H
#define TEQL_SQL_BUILTINS_H

#include "base/str.h"

#include <stdint.h>

enum sql_function_kind {
    SQL_FUNCTION_SCALAR,
    SQL_FUNCTION_AGGREGATE, /* may also range over a window */
    SQL_FUNCTION_WINDOW     /* must range over a window */
};

/* Most arguments of any function. */
enum { SQL_MAX_ARGUMENTS = 127 };

struct sql_function {
    struct str name;
    enum sql_function_kind kind;
    uint8_t least, most; /* arguments */
};

/* The function of that name (any case) that takes `n` arguments, or NULL. `*known` says whether any
 * function has that name. */
const struct sql_function *sql_function_find(struct str name, uint32_t n, bool *known);

/* All of them, sorted by name; a name may occur more than once. */
const struct sql_function *sql_functions(uint32_t *count);

enum { SQL_BUILTIN_MAX_COLUMNS = 16 };

/* A table with hidden columns can also be called as a function: they are its parameters. */
struct sql_builtin_table {
    struct str name;
    const char *columns, *hidden; /* names separated by spaces */
};

/* The table of that name (any case), or NULL. */
const struct sql_builtin_table *sql_builtin_table_find(struct str name);

/* The names of its columns go into `names`, hidden ones last. `*visible` is the number of those
 * that are not hidden. Returns the number of all. */
uint32_t sql_builtin_table_columns(const struct sql_builtin_table *t,
                                   struct str names[SQL_BUILTIN_MAX_COLUMNS], uint32_t *visible);

/* All of them, sorted by name. */
const struct sql_builtin_table *sql_builtin_tables(uint32_t *count);

#endif
