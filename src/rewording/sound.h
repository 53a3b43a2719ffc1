/* sound.h: is a question plain English, as far as a program can tell?
 *
 * Questions of datasets have slips: "cartoones", "each continents", "channel that do not". In other
 * words they are no better, and nobody could say which of the two made the mistake. */
#ifndef TEQL_REWORDING_SOUND_H
#define TEQL_REWORDING_SOUND_H

#include "rewording/reading.h"

/* Are its words spelled as WordNet, the schema or the rows have them, and does "who" stand for
 * persons and animals? Without WordNet all is right. No question is that was not read whole. `a` is
 * for scratch. Thread-safe. */
bool question_worded(struct arena *a, const struct question_reading *r);

/* Do its nouns and verbs agree, and does each sentence end in the mark that its beginning asks for?
 * Asked of what comes out: other words may well repair what was wrong. The same. */
bool question_built(struct arena *a, const struct question_reading *r);

#endif
