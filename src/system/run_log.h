/* run_log.h: what programs write to standard error, in a file that does not grow without bound.
 *
 * The first RUN_LOG_HEAD bytes of a run are written as they come, and the last RUN_LOG_TAIL at its
 * end. A line between them says how much was left out. People look for the beginning and the end of
 * a run. A log belongs to one thread. */
#ifndef TEQL_SYSTEM_RUN_LOG_H
#define TEQL_SYSTEM_RUN_LOG_H

#include "base/err.h"

enum { RUN_LOG_HEAD = 8 << 20, RUN_LOG_TAIL = 1 << 20 };

struct run_log {
    const char *path; /* not owned */
    int fd;
    uint64_t written, late; /* bytes that were written at once; that came later */
    char *tail;             /* heap, a ring: byte `i` of the late bytes is at i % RUN_LOG_TAIL */
    int failure;            /* errno of the first write that failed; 0 for none */
};

/* Append to the file at `path`; NULL drops everything. E_IO if it cannot be opened. */
MUST_USE enum status run_log_open(struct run_log *l, const char *path, struct err *e);

/* run_log_close reports a failure to write: nothing depends on the log before. */
void run_log_add(struct run_log *l, struct str bytes);

/* Write the end and free everything. E_IO if any byte could not be written. */
MUST_USE enum status run_log_close(struct run_log *l, struct err *e);

#endif
