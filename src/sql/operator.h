/* operator.h: how operators are written and how tightly they bind. */
#ifndef TEQL_SQL_OPERATOR_H
#define TEQL_SQL_OPERATOR_H

#include "sql/ast.h"

/* From loosest to tightest. All binary levels associate to the left. */
enum sql_level {
    SQL_LEVEL_NONE, /* no operator */
    SQL_LEVEL_OR,
    SQL_LEVEL_AND,
    SQL_LEVEL_NOT,
    SQL_LEVEL_EQUALITY, /* = IS LIKE IN BETWEEN ISNULL … */
    SQL_LEVEL_COMPARISON,
    SQL_LEVEL_BITS,
    SQL_LEVEL_SUM,
    SQL_LEVEL_PRODUCT,
    SQL_LEVEL_CONCAT,
    SQL_LEVEL_COLLATE,
    SQL_LEVEL_SIGN,
    SQL_LEVEL_PRIMARY /* what needs no brackets anywhere */
};

struct sql_operator {
    struct str text;
    enum sql_level level;
};

/* Never NULL. */
const struct sql_operator *sql_operator(enum sql_op op);

/* The operator of `b ? a` that says what `op` says of `a ? b`: > for <. Other operators than < <= >
 * >= stay. */
enum sql_op sql_mirrored(enum sql_op op);

#endif
