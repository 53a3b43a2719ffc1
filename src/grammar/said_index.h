/* said_index.h: which of many texts are at a place of a question.
 *
 * The texts are sorted. Those that a question begins with are found by narrowing the range byte by
 * byte, with a few steps of binary search for each, however many texts there are. */
#ifndef TEQL_GRAMMAR_SAID_INDEX_H
#define TEQL_GRAMMAR_SAID_INDEX_H

#include "base/arena.h"

#include <stdint.h>

struct said_text {
    struct str text; /* never empty */
    uint32_t id;
};

struct said_index {
    struct said_text *items;
    uint32_t count;
};

/* Sorts `items` in place and takes them over; empty texts are left out. */
struct said_index said_index_of(struct said_text *items, uint32_t count);

/* A walk over the items that `text` begins with, the shortest first. */
struct said_walk {
    const struct said_index *index;
    struct str text;
    uint32_t from, to; /* those that agree with the first `depth` bytes */
    size_t depth;
};

struct said_walk said_walk_at(const struct said_index *index, struct str text);

/* The next one, or NULL. */
const struct said_text *said_next(struct said_walk *w);

#endif
