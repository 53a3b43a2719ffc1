/* sql_check.h: properties of parser, printer and walker, for several tests. */
#ifndef TEQL_TESTS_SUPPORT_SQL_CHECK_H
#define TEQL_TESTS_SUPPORT_SQL_CHECK_H

#include "base/arena.h"
#include "base/buf.h"
#include "sql/ast.h"

#include <sqlite3.h>

/* SQLite's reaction to a text. */
enum sqlite_verdict {
    SQLITE_TAKES,   /* it prepares one statement that reads, and nothing else follows */
    SQLITE_SEVERAL, /* more than one statement, or none, or one that is not a query */
    SQLITE_SYNTAX,  /* it cannot read the text */
    SQLITE_REFUSES, /* it can, but refuses the meaning */
    SQLITE_STOPS    /* likewise, and it did not read to the end: the rest may be wrong or right */
};

enum sqlite_verdict sqlite_judge(sqlite3 *db, struct str text);

/* NULL if the property holds, else what is wrong. `a` is scratch. */

/* Printing and reading again gives an equal tree, and then the same text; `printed` receives it. */
const char *check_round_trip(struct arena *a, const struct sql_stmt *stmt, struct buf *printed);

/* The walk meets every node once, references in order, and each node's span encloses its
 * children's. */
const char *check_walk(struct arena *a, const struct sql_stmt *stmt);

#endif
