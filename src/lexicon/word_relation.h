/* word_relation.h: do two words have to do with each other, by what WordNet knows?
 *
 * "Income" and "earnings", "cost" and "price", "to name" and "name", "old" and "age" do. A word in
 * the place of another may then mean it. */
#ifndef TEQL_LEXICON_WORD_RELATION_H
#define TEQL_LEXICON_WORD_RELATION_H

#include "lexicon/wordnet.h"

/* Do the words share a synset, does a pointer lead from one's to the other's, or do pointers of
 * both lead to a third? Rare senses are left out, and `x` is a noun where it can be. Both are in
 * lower case; irregular forms of verbs are known. Memory of `a` is given back. */
bool words_related(struct arena *a, const struct wordnet *w, struct str x, struct str y);

#endif
