/* treebank.h: English text as the words that NLTK's word_tokenize gives.
 *
 * Spider's question_toks and query_toks were made with it, for SQL too, quotes and all. (The
 * official SQL parser uses the same rules on text without quotes: tokens.h.) */
#ifndef TEQL_SPIDER_TREEBANK_H
#define TEQL_SPIDER_TREEBANK_H

#include "base/arena.h"

#include <stdint.h>

struct word_list {
    struct str *items;
    uint32_t count;
};

/* Sentence by sentence, since a full stop is a word only at a sentence's end. The words live in
 * `a`. Opening double quotes become `` and closing ones ''. Thread-safe. */
struct word_list treebank_words(struct arena *a, struct str text);

/* Append a word that outlives the list. */
void word_list_add(struct arena *a, struct word_list *list, struct str word);

#endif
