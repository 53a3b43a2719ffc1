/* grammar_word.h: words that name nothing by themselves: "of", "be", "which". */
#ifndef TEQL_DEFENCE_GRAMMAR_WORD_H
#define TEQL_DEFENCE_GRAMMAR_WORD_H

#include "lexicon/lexicon.h"

/* Is the word, in small letters, one of them? "Rank" and "show", which also say how a question is
 * built, are not. */
bool is_grammar_word(const struct lexicon *l, struct str word);

#endif
