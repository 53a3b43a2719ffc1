/* sound.h: is a question written as people write?
 *
 * Real questions have mistakes. Those that rewording repairs do no harm; those that stay would
 * count as its own. */
#ifndef TEQL_REWORDING_SOUND_H
#define TEQL_REWORDING_SOUND_H

#include "rewording/reading.h"

/* Has it no misspelt word: "carsw ith over 6 cylinders"? Looked up in WordNet; without it, all
 * words are right. Thread-safe. */
bool question_spelled(const struct question_reading *r);

/* Has it none of some common mistakes of grammar: "how many countries has"? Thread-safe. */
bool question_built(const struct words *w);

#endif
