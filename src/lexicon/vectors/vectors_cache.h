/* vectors_cache.h: vectors as a file that is used where it lies.
 *
 * The file has a head, the words, and the rows as they are in memory. It is mapped: opening takes
 * milliseconds, and processes share it. It belongs to one machine, as floats and whole numbers are
 * stored the way the machine has them.
 *
 * It is not trusted. The head has the size, the time and a hash of parts of the text file, and
 * another of itself and of the words. All sizes must follow from each other, and all places lie
 * inside. Where anything is wrong, there is no cache, and the next one takes its place. Rows are
 * not read to see whether they are as they were written: that would take as long as reading them. A
 * damaged one gives a wrong similarity, and nothing worse. */
#ifndef TEQL_LEXICON_VECTORS_VECTORS_CACHE_H
#define TEQL_LEXICON_VECTORS_VECTORS_CACHE_H

#include "lexicon/vectors/vectors.h"
#include "lexicon/vectors/vectors_text.h"

/* What tells a text file from the same one written anew. */
struct vectors_key {
    uint64_t size;
    int64_t seconds, nanoseconds; /* of the last write */
    uint64_t content;             /* a hash: of all of a small file, else of parts all over it */
};

MUST_USE enum status vectors_key_read(const struct vector_file *file, struct vectors_key *out,
                                      struct err *e);

/* The head of the file. All numbers are the machine's. */
struct vectors_cache_head {
    char magic[8];
    uint32_t byte_order, version;
    struct vectors_key key;
    uint32_t count, dims, stride, n_slots;
    uint64_t words_size; /* bytes */
    uint64_t rows_place, file_size;
    struct vector_skips skips;
    uint64_t words_hash; /* of all between head and rows */
    uint64_t head_hash;  /* of all of the head before */
};

/* The hash of a head, for head_hash. */
uint64_t vectors_cache_hash(const struct vectors_cache_head *head);

/* Map the cache at `path`. False where it is not there, or not that of the text file with this key.
 */
MUST_USE bool vectors_cache_map(struct vectors *v, const char *path, const struct vectors_key *key);

/* Write vectors there, whole or not at all. */
MUST_USE enum status vectors_cache_write(const struct vectors *v, const char *path,
                                         const struct vectors_key *key, struct err *e);

#endif
