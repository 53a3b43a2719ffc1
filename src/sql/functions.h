/* functions.h: the functions that SQLite has built in. */
#ifndef TEQL_SQL_FUNCTIONS_H
#define TEQL_SQL_FUNCTIONS_H

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

/* The function of that name (any case) that takes `n` arguments; NULL where there is none. `*known`
 * tells whether the name is that of any function. Thread-safe. */
const struct sql_function *sql_function_find(struct str name, uint32_t n, bool *known);

/* All of them, sorted by name; a name may stand more than once. */
const struct sql_function *sql_functions(uint32_t *count);

#endif
