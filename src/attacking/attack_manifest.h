/* attack_manifest.h: what an attack depends on, and what it says of itself. Private to attack.c.
 */
#ifndef TEQL_ATTACKING_ATTACK_MANIFEST_H
#define TEQL_ATTACKING_ATTACK_MANIFEST_H

#include "attacking/attacking.h"

/* Find the key of the attack, and which part of it this is. The session must be open, and all
 * questions asked. */
MUST_USE enum status attack_identify(struct attacking *x, struct err *e);

/* Write manifest.json of a suite with so many cases. */
void attack_manifest_put(struct json_writer *w, const struct attacking *x, uint64_t cases);

#endif
