/* gram_file.h: how the file of a model begins.
 *
 * After the head, each at a multiple of four bytes: the ends of the words, their text and index;
 * classes of the words, and costs within them; words, costs, backoffs and first children of each
 * level (ngram.h), of the tree of words first. Numbers are in the byte order of the machine that
 * wrote them; a machine of the opposite order turns them around. */
#ifndef TEQL_FLUENCY_GRAM_FILE_H
#define TEQL_FLUENCY_GRAM_FILE_H

#include "fluency/gram_model.h"

#define GRAM_MAGIC "teqlgram"
enum {
    GRAM_MAGIC_LEN = 8,
    GRAM_VERSION = 1,
    GRAM_BYTE_ORDER = 0x01020304,
    GRAM_OPPOSITE_ORDER = 0x04030201
};

struct gram_tree_head {
    uint32_t order, counts[NGRAM_MAX_ORDER];
};

struct gram_head {
    char magic[GRAM_MAGIC_LEN];
    uint32_t byte_order, version;
    uint64_t length; /* of the file */
    uint64_t sum;    /* of all after the head */
    uint32_t n_words, text_len, n_slots, n_classes;
    uint32_t words_cost, classes_cost;
    struct gram_tree_head words, classes;
};

/* The head of a model, which has that many bytes. `byte_order` stays as it is in the file. */
struct gram_head gram_head_of(struct str bytes);

/* Where a word is looked for first. */
static inline uint32_t gram_word_hash(struct str text)
{
    uint64_t h = 0x9e3779b97f4a7c15u ^ text.len;
    for (size_t i = 0; i < text.len; i++)
        h = (h ^ (unsigned char)text.ptr[i]) * 0x100000001b3u;
    return (uint32_t)(h ^ (h >> 32));
}

#endif
