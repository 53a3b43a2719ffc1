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
