/* operator.c: the table of operators. */
#include "sql/operator.h"

const struct sql_operator *sql_operator(enum sql_op op)
{
#define OPERATOR(name, shape, rank, word) [SQL_##name] = {STR_INIT(word), SQL_LEVEL_##rank},
    static const struct sql_operator operators[] = {
#include "sql/operator.def"
    };
#undef OPERATOR
    return &operators[op];
}

enum sql_op sql_mirrored(enum sql_op op)
{
    switch (op) {
    case SQL_LT:
        return SQL_GT;
    case SQL_LE:
        return SQL_GE;
    case SQL_GT:
        return SQL_LT;
    case SQL_GE:
        return SQL_LE;
    default:
        return op;
    }
}
