/* run_log.h: what programs write to standard error, in a file that does not grow without bound.
 *
 * Of one run the first RUN_LOG_HEAD bytes are written as they come, and the last RUN_LOG_TAIL at
 * its end, with a line between them that says how much was left out: how it began and how it ended
 * are what people look for. A log belongs to one thread. */
#ifndef TEQL_SYSTEM_RUN_LOG_H
#define TEQL_SYSTEM_RUN_LOG_H

#include "base/err.h"

enum { RUN_LOG_HEAD = 8 << 20, RUN_LOG_TAIL = 1 << 20 };

struct run_log {
    const char *path; /* not owned */
    int fd;
    uint64_t written, late; /* bytes that were written at once; that came after those */
    char *tail;             /* heap, a ring: byte `i` of the late ones is at i % RUN_LOG_TAIL */
    int failure;            /* errno of the first write that failed; 0 for none */
};

/* Append to the file at `path`; NULL drops everything. E_IO where it cannot be opened. */
MUST_USE enum status run_log_open(struct run_log *l, const char *path, struct err *e);

/* A failure to write is told by run_log_close: nothing depends on the log before. */
void run_log_add(struct run_log *l, struct str bytes);

/* Write the end and free everything. E_IO where any byte that should be there is not. */
MUST_USE enum status run_log_close(struct run_log *l, struct err *e);

#endif
