/* reply_synonyms.h: the words in what a language model replies to a request for synonyms. */
#ifndef TEQL_MODEL_REPLY_SYNONYMS_H
#define TEQL_MODEL_REPLY_SYNONYMS_H

#include "lexicon/word_sense.h"

enum {
    SYNONYMS_MAX = 10,     /* words that are read; the rest is left out */
    SYNONYM_MAX_WORDS = 4, /* of a phrase */
    SYNONYM_MAX_BYTES = 48 /* of one */
};

/* Read the reply, which may be anything. False if it has no list. In `a`.
 *
 * - Text before </think> is left out. The list is the first JSON array of texts in the reply; if
 *   it is empty, there is no such word.
 * - Capital letters become small, and runs of blanks one blank.
 * - A word is ASCII letters, with one blank between words. Items with anything else, too long ones,
 *   those of too many words, and repeated ones are left out. */
bool synonyms_read(struct arena *a, struct str reply, struct spoken_list *out);

#endif
