/* arpa.h: language models as text, in the format that other tools write and read (ARPA).
 *
 *     \data\
 *     ngram 1=3
 *     \1-grams:
 *     -0.7	singers	-0.3
 *     \end\
 *
 * Numbers are logarithms to base 10: of a probability, and of the weight of what is shorter. */
#ifndef TEQL_FLUENCY_ARPA_H
#define TEQL_FLUENCY_ARPA_H

#include "base/read_watch.h"
#include "fluency/gram_model.h"

struct buf;

/* Does a text begin as such a model? There may be other text before its first mark. */
bool arpa_looks(struct str beginning);

/* Read the file at `path` and append it to `out` as a model (gram_model_open). Words are those of
 * gram_text.h: in lower case. E_INPUT or E_LIMIT, with file and line, if it makes no sense.
 * `watch` may be NULL. */
MUST_USE enum status arpa_read(const char *path, const struct read_watch *watch, struct buf *out,
                               struct err *e);

#endif
