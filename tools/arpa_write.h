/* arpa_write.h: a language model as text, in the format that others read (fluency/arpa.h). */
#ifndef ARPA_WRITE_H
#define ARPA_WRITE_H

#include "fluency/gram_model.h"

struct buf;

/* Append the tree of words of a model. Its classes are lost. */
void arpa_write(const struct gram_model *m, struct buf *out);

#endif
