/* plan_print.h: what asking would cost, for `teql ask --dry-run` and `teql test --dry-run`. */
#ifndef TEQL_CLI_PLAN_PRINT_H
#define TEQL_CLI_PLAN_PRINT_H

#include "asking/plan.h"

/* Tell it on standard output. */
void plan_print(const struct ask_plan *p);

#endif
