/* text_words.h: do the words of a text fit where another one stood in a question, without quotes?
 *
 * Rows have texts that read as something else than a value, or as a typing error. A reader sees
 * that it is a value if it looks like the old one (text_kind.h), and if its words are of the same
 * sort. */
#ifndef TEQL_RELATION_QUERY_TEXT_WORDS_H
#define TEQL_RELATION_QUERY_TEXT_WORDS_H

#include "relation/relation.h"

/* Refused are
 * - texts with words that make a sentence, where the old one has none: "a document named Do not
 *   panic", "the Us Open";
 * - ordinary words, where the old one is none: "countries that do not speak Man";
 * - what WordNet does not know as a name, where it knows the old one: "Gaeli" for "Spanish".
 * Codes without small letters and ordinary words make room for either.
 * Without WordNet only the first can be told. */
bool text_words_fit(struct arena *a, const struct relation_seed *s, struct str old, struct str new);

/* Does "in" before it fit? One is on an island, but for a question that puts it otherwise. */
bool text_fits_preposition(const struct lexicon *l, struct str before, struct str old,
                           struct str new);

/* Is one of its words, or all of it, in that list? Capitals count for nothing. */
bool text_has_listed(const struct lexicon *l, struct str list, struct str text);
bool text_is_listed(const struct lexicon *l, struct str list, struct str text);

#endif
