/* small_words.h: the small words that show how a question is built (class in words.tsv). */
#ifndef TEQL_LEXICON_SMALL_WORDS_H
#define TEQL_LEXICON_SMALL_WORDS_H

#include "lexicon/lexicon.h"

/* The classes of words.tsv; a word may be of several. */
enum word_class_bit {
#define WORD_CLASS(id, name) WORD_BIT_##id,
#include "lexicon/word_class.def"
#undef WORD_CLASS
};
enum word_class {
#define WORD_CLASS(id, name) WORD_##id = 1 << WORD_BIT_##id,
#include "lexicon/word_class.def"
#undef WORD_CLASS
};

/* Is the text, in whatever case, one of these words, which single spaces separate? */
bool is_one_of(struct str text, const char *words);

/* Make l->small_words; lexicon_load does. */
void small_words_index(struct lexicon *l);

/* The classes of a word, in whatever case; 0 for one that is not a small word. */
unsigned word_classes(const struct lexicon *l, struct str word);

#endif
