/* attack_output.h: what came of an attack, counted and written. Private to attack.c. */
#ifndef TEQL_ATTACKING_ATTACK_OUTPUT_H
#define TEQL_ATTACKING_ATTACK_OUTPUT_H

#include "attacking/attacking.h"

/* Add the searches up in the result. */
void attack_count(struct attacking *x);

/* Write the suite of worst cases and the answers to it, in the folder of the test and in the test
 * itself. */
MUST_USE enum status attack_write(struct attacking *x, struct err *e);

#endif
