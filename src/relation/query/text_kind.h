/* text_kind.h: could one text stand where another one does?
 *
 * Columns hold names, codes, dates, remarks, and texts that are there by mistake. A text replaces
 * another one only if both look alike, a code for a code, a name for a name, and if their words are
 * of the same sort: without quotes, a reader must see that it is a value. */
#ifndef TEQL_RELATION_QUERY_TEXT_KIND_H
#define TEQL_RELATION_QUERY_TEXT_KIND_H

#include "relation/relation.h"

enum { TEXT_LENGTH_MAX = 60 };

/* Can it be said in a question at all: not empty or too long, no spaces at its ends, well-formed,
 * and without characters that are not said? `quoted`: it stands in quotes. */
bool text_sayable(struct str text, bool quoted);

/* Do both look alike? If the old one has digits, both must have the same shape. If it has neither
 * digits nor quotes around it, the new one must have no digits, no marks that the old one has not,
 * capitals in the same places, the same ending if it is a participle, and a similar length. */
bool text_alike(struct str old, struct str new, bool quoted);

/* Are their words of the same sort? Refused are
 * - texts with words that make a sentence, if the old one has none: "a document named Do not
 *   panic", "the Us Open";
 * - ordinary words, if the old one is not one: "countries that do not speak Man";
 * - what WordNet does not know as a name, if it knows the old one: "Gaeli" for "Spanish".
 * Anything may replace codes without small letters and ordinary words. Without WordNet only the
 * first rule applies. */
bool text_words_fit(struct arena *a, const struct relation_seed *s, struct str old, struct str new);

/* Does "in" before it fit? One is on an island, unless the question puts it otherwise. */
bool text_fits_preposition(const struct lexicon *l, struct str before, struct str old,
                           struct str new);

/* Has the name a word that goes with this small word, "the" or "on", in a sentence? */
bool text_takes(const struct lexicon *l, struct str small_word, struct str text);

#endif
