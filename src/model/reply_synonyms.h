/* reply_synonyms.h: the words in what a language model says that was asked for synonyms. */
#ifndef TEQL_MODEL_REPLY_SYNONYMS_H
#define TEQL_MODEL_REPLY_SYNONYMS_H

#include "lexicon/model_synonyms.h"

enum {
    TOLD_MAX = 10,      /* words that are looked at; what follows is left out */
    TOLD_MAX_WORDS = 4, /* of a phrase */
    TOLD_MAX_BYTES = 48 /* of one */
};

/* Read the reply, whatever it is. False where it has no list. The texts live in `a`.
 *
 * - What precedes </think> is left out. The list is the first JSON array of texts in the reply,
 *   whatever stands around it; an empty one says that there is no such word.
 * - Capital letters become small, and runs of blanks one blank.
 * - Only letters of ASCII are words, one blank between them. What has anything else in it, is too
 *   long, has too many words, or was said before, is left out. */
bool synonyms_read(struct arena *a, struct str reply, struct spoken_list *out);

#endif
