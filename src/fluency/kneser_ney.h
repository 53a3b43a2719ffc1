/* kneser_ney.h: n-grams and their probabilities, by modified Kneser-Ney smoothing (Chen and Goodman
 * 1998).
 *
 * The counts of shorter n-grams are of the words that they follow, not of how often they occur:
 * "Francisco" is frequent, but only after "San". From each count a discount is taken, and what is
 * taken goes to the words that were not seen; how much, the counts of counts tell. */
#ifndef TEQL_FLUENCY_KNESER_NEY_H
#define TEQL_FLUENCY_KNESER_NEY_H

#include "fluency/ngram.h"

/* Sentences one after another, each from NGRAM_BEGIN to NGRAM_END. Behind the last stand
 * NGRAM_MAX_ORDER times NGRAM_BEGIN, which are not counted. */
struct gram_tokens {
    uint32_t *words; /* each below n_words */
    size_t count;    /* at least 1, below UINT32_MAX */
    uint32_t n_words;
};

struct kneser_ney_options {
    uint32_t order;     /* words of the longest n-grams, 1 to NGRAM_MAX_ORDER */
    uint32_t min_count; /* an n-gram of two words or more that is rarer is left out; what it takes
                           goes to the unseen */
};

/* The tree of all n-grams; to be released by ngram_draft_release. */
void kneser_ney(const struct gram_tokens *tokens, const struct kneser_ney_options *o,
                struct ngram_draft *out);

#endif
