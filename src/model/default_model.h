/* default_model.h: the language model that is part of the program. */
#ifndef TEQL_MODEL_DEFAULT_MODEL_H
#define TEQL_MODEL_DEFAULT_MODEL_H

#include "fluency/gram_model.h"

/* Made while teql was built, of WordNet's glosses and our own questions (src/CMakeLists.txt).
 * Nothing to close. */
MUST_USE enum status default_model_open(struct gram_model *m, struct err *e);

/* A number that stands for its content, which depends on what there was to learn from. */
uint64_t default_model_sum(void);

#endif
