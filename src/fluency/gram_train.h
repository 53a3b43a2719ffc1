/* gram_train.h: training a model on a corpus. */
#ifndef TEQL_FLUENCY_GRAM_TRAIN_H
#define TEQL_FLUENCY_GRAM_TRAIN_H

#include "fluency/gram_corpus.h"
#include "fluency/gram_model.h"
#include "fluency/kneser_ney.h"
#include "fluency/word_clusters.h"

struct gram_train_options {
    uint32_t min_word; /* rarer words count as unknown; 0: by the size of the corpus */
    struct kneser_ney_options words, classes;
    struct cluster_options clusters;
    double share; /* of the tree of classes; 0 for none */
};

extern const struct gram_train_options gram_train_default;

/* The model of a corpus, appended to `out` as a file. E_INPUT if there are no words. */
MUST_USE enum status gram_train(const struct gram_corpus *c, const struct gram_train_options *o,
                                struct buf *out, struct err *e);

struct gram_training {
    char *const *files; /* to learn from: sentences, one a line */
    uint32_t n_files;
    const char *out;           /* a file that is there must be a model; "-": standard output */
    uint32_t order, min_count; /* of gram_train_options; 0 for the default */
};

/* The size of the corpus and of the model. */
struct gram_trained {
    uint64_t words, sentences;
    size_t bytes;
};

/* Train a model from files to a file. E_INPUT if the files have no words, or if `out` is something
 * else than a model. */
MUST_USE enum status gram_train_files(const struct gram_training *t, struct gram_trained *out,
                                      struct err *e);

#endif
