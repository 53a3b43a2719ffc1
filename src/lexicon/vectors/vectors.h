/* vectors.h: words as points in space, from a file of the user's: words that are used alike are
 * near each other.
 *
 * Files are text, as GloVe writes it ("word 0.1 -0.2 …", one word a line) or word2vec (the same
 * after a line with the number of words and of dimensions). They begin with the most frequent
 * words. Only these can come out as neighbours, so only their vectors are kept, in memory and in a
 * cache on disk (vectors_cache.h). Of every other word its place in the text is kept: the line is
 * read when somebody asks about that word. The text is read as a whole only to make the cache.
 *
 * Vectors have length 1, so that the product of two is the cosine of the angle between them: 1 for
 * the same direction, 0 for nothing in common. Words are numbered from 0 by their rank in the file,
 * without what was left out. Once open, any number of threads may ask. */
#ifndef TEQL_LEXICON_VECTORS_VECTORS_H
#define TEQL_LEXICON_VECTORS_VECTORS_H

#include "base/arena.h"
#include "base/digest.h"
#include "base/err.h"
#include "base/mapped_file.h"
#include "base/read_watch.h"
#include "lexicon/vectors/vector_words.h"

enum {
    VECTORS_MAX_DIMS = 4096,
    VECTORS_MAX_LINE = 1 << 20, /* bytes: 4,096 numbers of 250 */
    VECTORS_FREQUENT = 50000    /* later words are too rare to stand for another */
};

/* Lines that were left out, and why. */
struct vector_skips {
    uint32_t again;    /* words that came before, in the same spelling */
    uint32_t variants; /* in another: "Apple" if there is "apple" */
    uint32_t zeros;    /* vectors without direction */
    uint32_t unusable; /* words that are not UTF-8, empty, too long, or have control characters */
};

/* A zeroed struct is one without words. All arrays are in `heap` or in `map`. */
struct vectors {
    struct vector_words words;
    float *rows;     /* of the frequent words, each `stride` floats: `dims`, then zeros */
    uint64_t *lines; /* of the other words: where their lines begin in the text */
    uint32_t dims, stride, frequent;
    uint32_t longest; /* bytes of the longest of these lines */
    struct vector_skips skips;
    int text; /* the text file, open if there are words */
    char *heap;
    struct mapped_file map;
    struct err cache_error; /* why no cache could be written; code OK if one was, or none wanted */
};

struct vectors_options {
    const char *cache;              /* folder; NULL for the user's (base/folder.h), "" for none */
    uint32_t frequent;              /* words to keep the vectors of; 0 for VECTORS_FREQUENT */
    const struct read_watch *watch; /* of the text; or NULL */
};

/* Open the file at `path`. E_INPUT, E_SYNTAX or E_LIMIT with file and line if it is not a file of
 * vectors; E_IO or E_HOST if it cannot be read. A cache that cannot be written is not a failure:
 * see cache_error. On failure there is nothing to close. */
MUST_USE enum status vectors_open(struct vectors *v, const char *path,
                                  const struct vectors_options *o, struct err *e);
void vectors_close(struct vectors *v);

/* What was left out, for people: "left out: 2 words that came before, 1 vector of zeros". In `a`;
 * empty if nothing was. */
struct str vectors_remark(struct arena *a, const struct vectors *v);

/* A digest that tells these vectors from others, wherever their file is: of their number and
 * dimensions, and of some vectors all over the file. Differs between machines of different byte
 * order. */
struct digest vectors_digest(const struct vectors *v);

struct vector_near {
    struct str word;  /* in `v`, as the file has it */
    float similarity; /* from -1 to 1 */
    uint32_t row;
};

struct vector_nears {
    struct vector_near *items; /* the nearest first; of equal ones the more frequent first */
    uint32_t count;
};

/* The `k` frequent words nearest to a word or phrase of the file, without itself and the words that
 * it is made of. Case does not matter, nor '_' for a blank. Exact. None if the file does not have
 * it. In `a`. */
struct vector_nears vectors_nearest(struct arena *a, const struct vectors *v, struct str phrase,
                                    uint32_t k);

#endif
