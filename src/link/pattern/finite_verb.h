/* finite_verb.h: verbs that agree with a noun. */
#ifndef TEQL_LINK_FINITE_VERB_H
#define TEQL_LINK_FINITE_VERB_H

#include "link/reading.h"

/* The end of a verb at `at` whose subject can be a noun in that number: "have", "never won". `at`
 * if there is none. */
uint32_t finite_verb_end(const struct question_reading *r, uint32_t at, bool plural);

/* Does the verb at `at` have its subject after it: "do players", "are there", "is the car", "is
 * Kyle"? */
bool verb_is_inverted(const struct words *w, uint32_t at);

#endif
