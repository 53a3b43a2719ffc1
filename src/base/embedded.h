/* embedded.h: files of the source tree as they were when the program was built.
 *
 * teql_embed in cmake/module.cmake compiles a list of files into a module, as an array of these
 * and the number N_… of its elements. */
#ifndef TEQL_BASE_EMBEDDED_H
#define TEQL_BASE_EMBEDDED_H

#include "base/str.h"

#include <stdint.h>

struct embedded_file {
    struct str name; /* with its extension, without its folder */
    const unsigned char *bytes;
    size_t len;
};

static inline struct str embedded_text(const struct embedded_file *f)
{
    return (struct str){(const char *)f->bytes, f->len};
}

#endif
