/* noun_test.h: does a name read as a noun that can stand in a sentence?
 *
 * "Show the opening date of each store" does; "show the fda approved of each medicine" does not.
 * WordNet tells what words can be. Without it all are taken for what they look like. */
#ifndef TEQL_GRAMMAR_NOUN_TEST_H
#define TEQL_GRAMMAR_NOUN_TEST_H

#include "grammar/phrase.h"

/* Words about a noun, the noun, and perhaps "of", "in" or "per" something behind it. Tables are
 * called by nouns, so any that can be one will do for `table`: "orders". Of a column it must be one
 * before all: "start" is a verb that can be a noun. */
bool phrase_is_noun(struct arena *a, const struct knowledge *k, const struct spoken_phrase *p,
                    bool table);

/* Is it an English word, in any form? True for all without WordNet. */
bool word_is_known(struct arena *a, const struct knowledge *k, struct str word);

/* Is it a noun, in the singular or the plural? The same. */
bool word_is_noun(struct arena *a, const struct knowledge *k, struct str word);

/* Is it a noun that people use often enough to recognise it in another word? False for all
 * without WordNet. */
bool noun_is_usual(struct arena *a, const struct knowledge *k, struct str word);

#endif
