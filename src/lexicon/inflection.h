/* inflection.h: one and many of English nouns.
 *
 * Irregular nouns come from data/irregular_nouns.tsv, then from WordNet's exceptions; the rest goes
 * by rule, and with WordNet present a rule's outcome must be a noun. Words are lower case. */
#ifndef TEQL_LEXICON_INFLECTION_H
#define TEQL_LEXICON_INFLECTION_H

#include "lexicon/wordnet.h"

struct lexicon_table;

/* Where the knowledge comes from; either may be NULL. Read-only, any thread. */
struct inflection {
    const struct lexicon_table *irregular; /* rows: singular, plural */
    const struct wordnet *wordnet;
};

/* The singular of `noun`; `noun` itself where it is one already. In `a`, or the given string. */
struct str noun_singular(struct arena *a, const struct inflection *in, struct str noun);

struct str noun_plural(struct arena *a, const struct inflection *in, struct str noun);

/* Of a noun with words about it: "birth year" → "birth years", "year of birth" → "years of birth".
 */
struct str noun_phrase_plural(struct arena *a, const struct inflection *in, struct str phrase);

/* Are both forms of the same noun? */
bool noun_same(struct arena *a, const struct inflection *in, struct str x, struct str y);

#endif
