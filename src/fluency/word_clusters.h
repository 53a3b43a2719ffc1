/* word_clusters.h: words sorted into classes by the words around them.
 *
 * The exchange algorithm (Kneser and Ney 1993): each word in turn goes to the class that makes the
 * text most likely, in several rounds. The most frequent words, which hold sentences together, are
 * classes of their own. */
#ifndef TEQL_FLUENCY_WORD_CLUSTERS_H
#define TEQL_FLUENCY_WORD_CLUSTERS_H

#include "fluency/kneser_ney.h"

struct cluster_options {
    uint32_t own;    /* words that are classes of their own; the marks of a sentence are, too */
    uint32_t shared; /* classes of all other words */
    uint32_t rounds; /* how often each word is tried */
};

/* Write the class of each word to `class_of`; returns how many there are. NGRAM_BEGIN and NGRAM_END
 * are the classes of their own number. `begin` is a first guess for the others, from 0 to
 * shared - 1. */
uint32_t word_clusters(const struct gram_tokens *t, const struct cluster_options *o,
                       const uint32_t *begin, uint32_t *class_of);

#endif
