/* stem.h: what words of one family have in common: speak, speaker, spoken.
 *
 * For telling that two words may be about the same thing, not for writing: stems need not be words,
 * and words that differ may share one. */
#ifndef TEQL_LEXICON_STEM_H
#define TEQL_LEXICON_STEM_H

#include "lexicon/wordnet.h"

/* The stem of a lower-case `word`. With `w`, which may be NULL, irregular forms of verbs get the
 * stem of the verb. In `a`, or a part of the given string. */
struct str word_stem(struct arena *a, const struct wordnet *w, struct str word);

#endif
