/* kneser_ney.h: n-grams and their probabilities, by modified Kneser-Ney smoothing (Chen and Goodman
 * 1998).
 *
 * The counts of shorter n-grams are of the words that they follow, not of how often they occur:
 * "Francisco" is frequent, but only after "San". A discount is taken from each count, and goes to
 * the words that were not seen. The counts of counts say how large it is. */
#ifndef TEQL_FLUENCY_KNESER_NEY_H
#define TEQL_FLUENCY_KNESER_NEY_H

#include "fluency/ngram.h"

/* Sentences one after another, each from NGRAM_BEGIN to NGRAM_END. After the last, NGRAM_BEGIN
 * stands NGRAM_MAX_ORDER times, which is not counted. */
struct gram_tokens {
    uint32_t *words; /* each below n_words */
    size_t count;    /* at least 1, below UINT32_MAX */
    uint32_t n_words;
};

struct kneser_ney_options {
    uint32_t order;     /* words of the longest n-grams, 1 to NGRAM_MAX_ORDER */
    uint32_t min_count; /* rarer n-grams of two words or more are left out, and their share goes to
                           the unseen */
};

/* Sort the numbers 0 to n-1 by the word that each stands for. Numbers of one word stay as in
 * `order`, or in their own order if it is NULL. */
void sort_by_word(const uint32_t *words, size_t n, uint32_t n_words, const uint32_t *order,
                  uint32_t *out);

/* The tree of all n-grams; ngram_draft_release frees it. */
void kneser_ney(const struct gram_tokens *tokens, const struct kneser_ney_options *o,
                struct ngram_draft *out);

#endif
