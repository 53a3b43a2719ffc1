/* paraphrase_tokens.h: the parts of a query that a kind of rewording is about, in words for a
 * language model: `COUNT, said as "number of"; name of singer, said as "names"`. */
#ifndef TEQL_MODEL_PARAPHRASE_TOKENS_H
#define TEQL_MODEL_PARAPHRASE_TOKENS_H

#include "rewording/classifier.h"
#include "rewording/reading.h"

/* Only parts that words of the question indicate: no others can be reworded. False where there are
 * too few of them for the kind; then there is nothing to ask. In `a`. */
bool paraphrase_tokens(struct arena *a, const struct question_reading *r, enum reword_kind kind,
                       struct str *out);

#endif
