/* file_copy.h: bytes of a file appended to one in the making. */
#ifndef TEQL_BASE_FILE_COPY_H
#define TEQL_BASE_FILE_COPY_H

#include "base/file.h"

struct copied {
    uint64_t bytes, lines; /* lines: newlines */
    bool ends_line;        /* nothing follows the last newline */
};

/* From the byte `from` to before `end`, or to the end of the file if that comes first. */
MUST_USE enum status out_file_copy(struct out_file *f, const char *path, uint64_t from,
                                   uint64_t end, struct copied *out, struct err *e);

/* The same of an open file; `path` is for messages. */
MUST_USE enum status out_file_copy_on(struct out_file *f, int fd, const char *path, uint64_t from,
                                      uint64_t end, struct copied *out, struct err *e);

/* What would be copied of the whole file. */
MUST_USE enum status file_count_lines(const char *path, struct copied *out, struct err *e);

/* Copy a file to `to`, whole or not at all. */
MUST_USE enum status file_copy(const char *from, const char *to, struct err *e);

#endif
