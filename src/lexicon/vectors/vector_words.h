/* vector_words.h: the words of a file of vectors, each with the number of its row.
 *
 * Case does not count, nor whether the words of a phrase are held together by '_' or by blanks: to
 * people "New_York" and "new york" are one. So each word has one row. Where a file tells "Apple"
 * from "apple", that is the row of the spelling without capitals: questions and schemas mean that
 * one. Only ASCII letters are folded.
 *
 * A table of its own, not base/hash's name_map: it is written to a file and mapped as it is. */
#ifndef TEQL_LEXICON_VECTORS_VECTOR_WORDS_H
#define TEQL_LEXICON_VECTORS_VECTOR_WORDS_H

#include "base/memory.h"
#include "base/str.h"

#include <stdint.h>

enum { VECTOR_WORD_MAX = 256 }; /* bytes; longer ones are no words */

#define VECTOR_NONE UINT32_MAX

struct vector_words {
    char *bytes;      /* one word after another, as the file has them */
    uint32_t *starts; /* by row, and one more for the end of the last */
    uint32_t *slots;  /* by hash: row + 1, or 0; a power of two of them, never all in use */
    uint32_t count, n_slots;
};

/* Room for `count` words of so many bytes in all, on the heap. */
void vector_words_init(struct vector_words *w, uint32_t count, size_t bytes);
void vector_words_release(struct vector_words *w);

/* How a word stands to those that were there before. */
enum vector_word_news {
    VECTOR_WORD_NEW,     /* its row is the last */
    VECTOR_WORD_AGAIN,   /* the same spelling */
    VECTOR_WORD_VARIANT, /* another spelling, which is not wanted */
    VECTOR_WORD_BETTER   /* another spelling, which took the place of that in *row */
};

enum vector_word_news vector_words_add(struct vector_words *w, struct str word, uint32_t *row);

/* The row of `word`, or VECTOR_NONE. */
uint32_t vector_words_find(const struct vector_words *w, struct str word);

static inline struct str vector_word(const struct vector_words *w, uint32_t row)
{
    return (struct str){w->bytes + w->starts[row], w->starts[row + 1] - w->starts[row]};
}

/* How many slots `count` words have. */
uint32_t vector_words_slots(uint32_t count);

/* Does every place lead to one inside? For tables that were read from a file; `bytes` is how many
 * there are. Reads all. */
MUST_USE bool vector_words_sound(const struct vector_words *w, size_t bytes);

#endif
