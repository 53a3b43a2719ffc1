/* sound.h: is a question plain English, as far as a program can tell?
 *
 * Questions of datasets have slips: "cartoones", "each continents", "channel that do not". In other
 * words they are no better, and nobody could say which of the two made the mistake. */
#ifndef TEQL_REWORDING_SOUND_H
#define TEQL_REWORDING_SOUND_H

#include "rewording/reading.h"

/* Are its words spelled as WordNet, the schema or the rows have them, and do its nouns and verbs
 * agree? Without WordNet every word is spelled right. `a` is for scratch. Thread-safe. */
bool question_sound(struct arena *a, const struct question_reading *r);

/* Does each sentence end in the mark that its beginning asks for? */
bool marks_sound(const struct words *w);

#endif
