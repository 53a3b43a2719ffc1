/* ngram.h: n-grams as a tree: how probable a word is after those before it.
 *
 * A word is a number here. A node of level k is an n-gram of k words, and its children are the
 * n-grams that go on with one word more. A level is a few arrays; the children of a node are
 * together, sorted by their last word. So a walk through a text keeps one node of each level, and
 * finds the next by a search among its children.
 *
 * Probabilities are costs, -ln p, in steps of 1/2048: whole numbers, so that sums are the same
 * everywhere. If an n-gram is not in the tree, the backoffs of the contexts that are in it are
 * added to the cost after a shorter one. */
#ifndef TEQL_FLUENCY_NGRAM_H
#define TEQL_FLUENCY_NGRAM_H

#include "base/err.h"

#include <stdint.h>

enum { NGRAM_MAX_ORDER = 6, NGRAM_STEPS = 2048, NGRAM_MAX_COST = UINT16_MAX };

/* The first words of each tree: beginning and end of a sentence. */
enum { NGRAM_BEGIN, NGRAM_END };

#define NGRAM_NONE UINT32_MAX /* no node, no word */

/* The n-grams of one length. */
struct ngram_level {
    uint32_t count;
    const uint32_t *words;   /* the last of each; not of level 1, whose nodes are the words */
    const uint16_t *costs;   /* of the last word after the others */
    const int16_t *backoffs; /* cost of finding nothing longer; not of the last level */
    const uint32_t *first;   /* child of each, and one past the last; not of the last level */
};

struct ngram_tree {
    uint32_t order;
    struct ngram_level levels[NGRAM_MAX_ORDER]; /* [0] is level 1, with all words */
};

/* Can the tree be walked? False if a node or word leads out of it. */
bool ngram_tree_is_sound(const struct ngram_tree *t);

/* Where a walk is: the nodes that the latest words lead to, by level. */
struct ngram_state {
    uint32_t nodes[NGRAM_MAX_ORDER];
};

struct ngram_state ngram_begin(const struct ngram_tree *t);

/* Go on by a word; its cost. Safe on any thread. */
int32_t ngram_step(const struct ngram_tree *t, struct ngram_state *s, uint32_t word);

/* A tree in the making, in nats. */
struct ngram_draft_level {
    uint32_t count;
    uint32_t *words, *first;
    double *costs, *backoffs;
};

struct ngram_draft {
    uint32_t order;
    struct ngram_draft_level levels[NGRAM_MAX_ORDER];
};

/* Free the arrays. */
void ngram_draft_release(struct ngram_draft *d);

#endif
