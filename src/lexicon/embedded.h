/* embedded.h: the files of data/ as they were when the program was built.
 *
 * Defined by a file that cmake/embed.cmake writes. */
#ifndef TEQL_LEXICON_EMBEDDED_H
#define TEQL_LEXICON_EMBEDDED_H

#include "base/str.h"

#include <stdint.h>

struct embedded_list {
    struct str name; /* of the file, without ".tsv" */
    const unsigned char *bytes;
    size_t len;
};

extern const struct embedded_list EMBEDDED_LISTS[];
extern const uint32_t N_EMBEDDED_LISTS;

#endif
