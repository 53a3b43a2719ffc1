/* gram_training.h: a model trained from files to a file. */
#ifndef TEQL_FLUENCY_GRAM_TRAINING_H
#define TEQL_FLUENCY_GRAM_TRAINING_H

#include "base/err.h"

#include <stddef.h>

struct gram_training {
    char *const *files; /* to learn from: sentences, one a line */
    uint32_t n_files;
    const char *out;           /* a file that is there must be a model; "-": standard output */
    uint32_t order, min_count; /* of gram_train_options; 0 for the default */
};

/* Of what, and how large it became. */
struct gram_trained {
    uint64_t words, sentences;
    size_t bytes;
};

/* E_INPUT where the files have no words, or something else is in the place of the model. */
MUST_USE enum status gram_train_files(const struct gram_training *t, struct gram_trained *out,
                                      struct err *e);

#endif
