/* sound.h: is a question written well enough to be reworded? */
#ifndef TEQL_REWORDING_SOUND_H
#define TEQL_REWORDING_SOUND_H

#include "rewording/reading.h"

/* Has it no misspelt word ("carsw ith over 6 cylinders") and no verb in the wrong number ("how many
 * countries has")? Whatever else is wrong with it, the same question in other words would be as
 * bad. Spelling is looked up in WordNet; without it, all words are right.
 * Thread-safe. */
bool question_sound(const struct question_reading *r);

#endif
