/* vectors.h: words as points in space, from a file that the user has: words that are used alike are
 * near each other.
 *
 * Files are text, as GloVe writes it ("word 0.1 -0.2 …", a word a line) or word2vec (the same below
 * a line with the number of words and of dimensions). Of 400,000 words of 300 dimensions there is a
 * gigabyte. It is parsed once, by several threads, and kept in a cache that is mapped the next time
 * (vectors_cache.h).
 *
 * Rows have length 1, so that their product is the cosine of the angle between them: 1 for the same
 * direction, 0 for nothing in common. A row's number is its rank in the file, without what was left
 * out; published files begin with the most frequent word. Once open, any number of threads may ask.
 */
#ifndef TEQL_LEXICON_VECTORS_VECTORS_H
#define TEQL_LEXICON_VECTORS_VECTORS_H

#include "base/arena.h"
#include "base/digest.h"
#include "base/err.h"
#include "base/read_watch.h"
#include "lexicon/vectors/vector_words.h"

enum { VECTORS_MAX_DIMS = 4096 };

/* Lines that were left out, and why. */
struct vector_skips {
    uint32_t again;    /* words that came before, in the same spelling */
    uint32_t variants; /* in another: "Apple" where there is "apple" */
    uint32_t zeros;    /* vectors without direction */
    uint32_t unusable; /* words that are no UTF-8, empty, too long, or have control characters */
};

/* A zeroed struct is one without words. */
struct vectors {
    struct vector_words words;
    float *rows; /* each of `stride` floats, zeros behind `dims`; aligned to 64 bytes */
    uint32_t dims, stride;
    struct vector_skips skips;
    void *
        map; /* of the cache file, which all the above then lies in; NULL where it is on the heap */
    size_t map_size;
    struct err
        cache_error; /* why no cache could be written; code OK where one was, or none wanted */
};

struct vectors_options {
    const char *cache; /* folder; NULL for the user's (base/cache_folder.h), "" for no cache */
    uint32_t workers;  /* 0 for as many as there are processors */
    size_t slice;      /* bytes of the file that are one job; 0 for what is quick */
    const struct read_watch *watch; /* of the text, which is read twice; NULL for nobody */
};

/* Load the file at `path`. `o` may be NULL. E_INPUT, E_SYNTAX or E_LIMIT with file and line where
 * it is no file of vectors; E_IO or E_HOST where it cannot be read. That a cache cannot be written
 * is no failure: see cache_error. On failure nothing is to be closed. */
MUST_USE enum status vectors_open(struct vectors *v, const char *path,
                                  const struct vectors_options *o, struct err *e);
void vectors_close(struct vectors *v);

/* What was left out, for people: "left out: 2 words that came before, 1 vector of zeros". In `a`;
 * empty where nothing was. */
struct str vectors_remark(struct arena *a, const struct vectors *v);

/* What tells these vectors from others, wherever their file lies: of their number and dimensions,
 * and of some rows all over them. Not the same on machines with another order of bytes. */
struct digest vectors_digest(const struct vectors *v);

/* The row of a word or phrase that the file has, or VECTOR_NONE. Neither case nor '_' for a blank
 * matters. */
uint32_t vectors_find(const struct vectors *v, struct str word);

/* The vector of length 1 of a word or phrase, in `a`, of v->stride floats: its row, or what lies
 * between the rows of its words where the file does not have the phrase. NULL where a word is
 * unknown. */
const float *vectors_of(struct arena *a, const struct vectors *v, struct str phrase);

/* The cosine between two words or phrases, from -1 to 1. False where one is unknown. */
bool vectors_similarity(const struct vectors *v, struct str a, struct str b, float *out);

struct vector_near {
    struct str word;  /* in the arena: blanks between the words of a phrase, case as in the file */
    float similarity; /* from -1 to 1 */
    uint32_t row;
};

struct vector_nears {
    struct vector_near *items; /* the nearest first; of equal ones the more frequent first */
    uint32_t count;
};

/* The `k` words nearest to a word or phrase, without itself and the words it is made of. Only the
 * first `among` rows are looked at, 0 for all: in files that begin with frequent words, what comes
 * late is rare. Exact, and the same on any number of threads. None where a word is unknown. In `a`.
 */
struct vector_nears vectors_nearest(struct arena *a, const struct vectors *v, struct str phrase,
                                    uint32_t k, uint32_t among);

/* The same for a vector of v->stride floats, zeros behind v->dims, without leaving anything out. */
struct vector_nears vectors_nearest_to(struct arena *a, const struct vectors *v,
                                       const float *vector, uint32_t k, uint32_t among);

#endif
