/* finite_verb.h: verbs that agree with a noun. Inside rewording/. */
#ifndef TEQL_REWORDING_FINITE_VERB_H
#define TEQL_REWORDING_FINITE_VERB_H

#include "rewording/reading.h"

/* The end of the verb that words from `at` on begin with, and that such a noun can be the subject
 * of: "have", "never won"; `at` where there is none. */
uint32_t finite_verb_end(const struct question_reading *r, uint32_t at, bool plural);

/* Does the verb at `at` have its subject behind it: "do players", "are there", "is the car", "is
 * Kyle"? */
bool verb_is_inverted(const struct words *w, uint32_t at);

#endif
