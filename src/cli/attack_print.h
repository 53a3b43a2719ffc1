/* attack_print.h: questions that were not attacked, for `teql attack` and `teql augment`. */
#ifndef TEQL_CLI_ATTACK_PRINT_H
#define TEQL_CLI_ATTACK_PRINT_H

#include "attacking/attack.h"

/* Tell on standard output how many were left out, and why; nothing where none was. */
void attack_print_left_out(const struct manifest_attack *r);

/* The same for what a plan would leave out. */
void attack_print_plan_left_out(const struct manifest_attack *p);

#endif
