/* vectors_text.h: reading a file of vectors, by several threads. */
#ifndef TEQL_LEXICON_VECTORS_VECTORS_TEXT_H
#define TEQL_LEXICON_VECTORS_VECTORS_TEXT_H

#include "lexicon/vectors/vectors.h"

/* An open file, as it was when it was opened. */
struct vector_file {
    const char *path; /* for messages */
    int fd;
    uint64_t size;
};

/* Read all of it into memory on the heap. The same for any number of workers and any slices, the
 * error too: it is that of the first wrong line. On failure nothing is to be closed. */
MUST_USE enum status vectors_text_read(struct vectors *v, const struct vector_file *file,
                                       const struct vectors_options *o, struct err *e);

/* At most `size` bytes from `place` on; fewer only at the end of the file. */
MUST_USE enum status vector_file_read(const struct vector_file *file, uint64_t place, char *to,
                                      size_t size, size_t *out, struct err *e);

/* The error that others wrote to it meanwhile. */
enum status vector_file_changed(const struct vector_file *file, struct err *e);

#endif
