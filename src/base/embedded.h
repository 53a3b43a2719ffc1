/* embedded.h: files of the source tree as they were when the program was built.
 *
 * teql_embed in cmake/module.cmake compiles a list of files into a module, as an array of these
 * and the number N_… of its elements. */
#ifndef TEQL_BASE_EMBEDDED_H
#define TEQL_BASE_EMBEDDED_H

#include "base/err.h"
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

/* Files of a folder replace embedded ones of the same name. E_INPUT if one seems meant to, but its
 * name is misspelt and it replaces nothing; the message has the nearest name. Files of other kinds
 * may be there, and hidden ones. */
MUST_USE enum status embedded_check_folder(const struct embedded_file *files, uint32_t n_files,
                                           const char *folder, struct err *e);

#endif
