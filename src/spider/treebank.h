/* treebank.h: English text as the words that NLTK's word_tokenize gives.
 *
 * Spider's question_toks and query_toks were made with it, for SQL too, quotes and all. (The
 * official SQL parser uses the same rules on text without quotes: tokens.h.) */
#ifndef TEQL_SPIDER_TREEBANK_H
#define TEQL_SPIDER_TREEBANK_H

#include "base/arena.h"

#include <stdint.h>

/* Words in an arena. */
struct word_list {
    struct str *items;
    uint32_t count;
};

/* Sentence by sentence, since a full stop is a word only at the end of a sentence. Opening double
 * quotes become `` and closing ones ''. The words are in `a`. Thread-safe. */
struct word_list treebank_words(struct arena *a, struct str text);

/* Append a word, which must outlive the list. */
void word_list_add(struct arena *a, struct word_list *list, struct str word);

/* Append the words between white space: Python's str.split(). */
void word_list_split(struct arena *a, struct word_list *list, struct str text);

#endif
