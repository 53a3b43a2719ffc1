/* parse.h: SQL text → syntax tree. */
#ifndef TEQL_SQL_PARSE_H
#define TEQL_SQL_PARSE_H

#include "base/arena.h"
#include "base/err.h"
#include "sql/ast.h"

enum {
    /* Nesting of brackets, queries and prefix operators: how deep the parser recurses. */
    SQL_MAX_DEPTH = 200,

    /* Expressions on the longest path down the tree, with those of subqueries: how deep recursion
     * over a tree goes. A chain such as a OR b OR c is as high as it is long, though it nests
     * nothing. SQLite has the same limit for an expression. */
    SQL_MAX_HEIGHT = 1000
};

/* Parse the first statement of `text`, which must be a SELECT (or VALUES or WITH); what follows its
 * semicolon must be white space, comments or semicolons. The tree lives in `a` and refers to
 * `text`. On failure `*out` is unspecified and `e` says "line:col: problem near 'token'".
 * Thread-safe. */
MUST_USE enum status sql_parse(struct arena *a, struct str text, struct sql_stmt *out,
                               struct err *e);

#endif
