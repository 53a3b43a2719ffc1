/* sound.h: is a question in plain English, if a program can see it?
 *
 * Questions of datasets have slips: "cartoones", "each continents", "channel that do not".
 * Rewording does not mend them, and nobody could say where the mistake came from. */
#ifndef TEQL_REWORDING_SOUND_H
#define TEQL_REWORDING_SOUND_H

#include "link/reading.h"

/* Are its words spelled as WordNet, the schema or the rows have them, and does "who" stand for
 * persons and animals? Without WordNet the answer is yes. False if the question was not read whole.
 * `a` is for scratch. Thread-safe. */
bool question_worded(struct arena *a, const struct question_reading *r);

/* What is wrong with how it is built, as a set of bits; 0 for nothing. Do its nouns and verbs
 * agree, and does each sentence end in the mark that its beginning asks for? This is for the new
 * question: other words may repair what was wrong. Thread-safe. */
unsigned question_faults(const struct question_reading *r);

#endif
