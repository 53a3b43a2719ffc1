/* vector_words.h: the words of a file of vectors, each with the number of its row.
 *
 * Case does not count, nor whether '_' or a blank stands between the words of a phrase: to people
 * "New_York" and "new york" are one. So each word has one row. If a file has both "Apple" and
 * "apple", the row is that of the spelling without capitals, since questions and schemas mean that
 * one. Only ASCII letters are folded.
 *
 * This is not base/hash's name_map, because it is written to a file and mapped as it is. */
#ifndef TEQL_LEXICON_VECTORS_VECTOR_WORDS_H
#define TEQL_LEXICON_VECTORS_VECTOR_WORDS_H

#include "base/memory.h"
#include "base/str.h"

#include <stdint.h>

enum { VECTOR_WORD_MAX = 256 }; /* bytes; longer ones are not words */

#define VECTOR_NONE UINT32_MAX

/* A zeroed struct is empty. */
struct vector_words {
    char *bytes;      /* one word after another, as the file has them */
    uint32_t *starts; /* by row, and one more for the end of the last */
    uint32_t *slots;  /* by hash: row + 1, or 0; a power of two of them, half of them free */
    uint32_t count, n_slots;
    size_t room; /* of `bytes`, while words are added */
};

/* Free arrays that vector_words_add made. */
void vector_words_release(struct vector_words *w);

/* How a word relates to those that were added before. */
enum vector_word_news {
    VECTOR_WORD_NEW,     /* its row is the last */
    VECTOR_WORD_AGAIN,   /* the same spelling */
    VECTOR_WORD_VARIANT, /* another spelling, which is not wanted */
    VECTOR_WORD_BETTER,  /* another spelling, which took the place of that in *row */
    VECTOR_WORD_EXCESS   /* there are too many words for 32 bits */
};

enum vector_word_news vector_words_add(struct vector_words *w, struct str word, uint32_t *row);

/* The row of `word`, or VECTOR_NONE. */
uint32_t vector_words_find(const struct vector_words *w, struct str word);

static inline struct str vector_word(const struct vector_words *w, uint32_t row)
{
    return (struct str){w->bytes + w->starts[row], w->starts[row + 1] - w->starts[row]};
}

/* Is it the phrase, or one of the words that the phrase is made of? */
bool vector_word_is_in(struct str word, struct str phrase);

/* Does every place lead to one inside? For tables that were read from a file; `bytes` is how many
 * there are. Reads all. */
MUST_USE bool vector_words_sound(const struct vector_words *w, size_t bytes);

#endif
