/* gram_train.h: training a model on a corpus. */
#ifndef TEQL_FLUENCY_GRAM_TRAIN_H
#define TEQL_FLUENCY_GRAM_TRAIN_H

#include "fluency/gram_corpus.h"
#include "fluency/gram_model.h"
#include "fluency/kneser_ney.h"
#include "fluency/word_clusters.h"

struct gram_train_options {
    uint32_t min_word; /* a word that is rarer counts as unknown; 0: as the size suggests */
    struct kneser_ney_options words, classes;
    struct cluster_options clusters;
    double share; /* of the tree of classes; 0 for none */
};

extern const struct gram_train_options gram_train_default;

/* The model of a corpus, appended to `out` as a file. E_INPUT where there are no words. */
MUST_USE enum status gram_train(const struct gram_corpus *c, const struct gram_train_options *o,
                                struct buf *out, struct err *e);

#endif
