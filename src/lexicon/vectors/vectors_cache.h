/* vectors_cache.h: vectors as one image, which is also the file of the cache.
 *
 * An image has a head, the places of rare words' lines, the words, and the vectors of frequent
 * words, as they are in memory. The file is mapped: opening it takes milliseconds, and processes
 * share it. It belongs to one machine, since floats and whole numbers are stored as the machine has
 * them.
 *
 * The file is not trusted. The head has the size and time of the text file, a hash of parts of it,
 * and hashes of itself and of the words. All sizes must follow from each other, and all places must
 * be inside. If anything is wrong the cache is not used, and a new one replaces it. The vectors
 * themselves are not checked, which would take longer than all the rest: a damaged one gives a
 * wrong similarity, and nothing worse. */
#ifndef TEQL_LEXICON_VECTORS_VECTORS_CACHE_H
#define TEQL_LEXICON_VECTORS_VECTORS_CACHE_H

#include "lexicon/vectors/vectors.h"

/* Two texts with the same key are taken for the same. */
struct vectors_key {
    uint64_t size;
    int64_t seconds, nanoseconds; /* of the last write */
    uint64_t content;             /* a hash: of all of a small file, else of parts all over it */
};

/* Fails also if `fd` is not a file: E_INPUT. `path` is for messages. */
MUST_USE enum status vectors_key_read(int fd, const char *path, struct vectors_key *out,
                                      struct err *e);

/* What an image begins with. All numbers are the machine's. */
struct vectors_image_head {
    char magic[8];
    uint32_t byte_order, version;
    struct vectors_key key;
    uint32_t count, frequent, dims, n_slots;
    uint32_t words_size, longest; /* bytes */
    struct vector_skips skips;
    uint64_t words_hash; /* of all between head and vectors */
    uint64_t head_hash;  /* of all of the head before */
};

/* The hash of a head, for head_hash. */
uint64_t vectors_head_hash(const struct vectors_image_head *head);

/* Where the parts of an image begin, and how long it is. This follows from the head. */
struct vectors_image_places {
    uint64_t lines, starts, slots, words, words_end, rows, size;
};

struct vectors_image_places vectors_image_places(const struct vectors_image_head *head);

/* Put the arrays that vectors_text_read() made together into one image on the heap. */
void vectors_image_make(struct vectors *v, const struct vectors_key *key);

/* The image of an image_make(). */
struct str vectors_image(const struct vectors *v);

/* Map the cache at `path`. False if it is not there, or not of the text file with this key and that
 * many frequent words. */
MUST_USE bool vectors_cache_map(struct vectors *v, const char *path, const struct vectors_key *key,
                                uint32_t frequent);

#endif
