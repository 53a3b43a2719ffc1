/* known_word.h: is a text a name or an ordinary word, as far as WordNet knows it?
 *
 * WordNet writes names with capitals, "Dutch", and ordinary words without, "man". Some texts are
 * both: "China" and "china". One that it does not know is neither. */
#ifndef TEQL_LEXICON_KNOWN_WORD_H
#define TEQL_LEXICON_KNOWN_WORD_H

#include "lexicon/wordnet.h"

struct known_as {
    bool name, ordinary;
};

/* Of a word, or of several with spaces between; capitals count for nothing. Nouns and adjectives
 * are looked up. Memory of `a` is given back. */
struct known_as known_as(struct arena *a, const struct wordnet *w, struct str text);

#endif
