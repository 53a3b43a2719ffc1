/* attack_outage.h: questions that got no answer. Is the system gone, or are they too much for it?
 * Private to attack.c.
 *
 * A block is an attack by itself, and so are its outages: a block whose last questions got no
 * answer is given up, whatever other blocks are told. But first the system is asked something that
 * it answers, or may answer, wherever that is in the data. Without an answer to that it is gone,
 * and the run ends. So a shard gives up the blocks that the whole run gives up, and ends where that
 * would. */
#ifndef TEQL_ATTACKING_ATTACK_OUTAGE_H
#define TEQL_ATTACKING_ATTACK_OUTAGE_H

#include "attacking/attacking.h"

/* A round of wishes was asked: give up the blocks that it shows to be hopeless. E_SYSTEM where the
 * system is gone, or where that would be all blocks of the attack. */
MUST_USE enum status attack_check_outages(struct attacking *x, const struct attack_round *r,
                                          struct err *e);

/* The first questions of the run all failed. Does the system answer others of the attack, which
 * shards need not have? */
MUST_USE enum status attack_answers_others(struct attacking *x, bool *does, struct err *e);

/* How many blocks were given up, in a notice and in the result. */
void attack_print_given_up(struct attacking *x);

#endif
