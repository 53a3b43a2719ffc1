/* process_pool.h: putting requests to several processes of one command. */
#ifndef TEQL_SYSTEM_PROCESS_POOL_H
#define TEQL_SYSTEM_PROCESS_POOL_H

#include "system/command_line.h"
#include "system/system.h"

struct process_pool_options {
    const struct command_line *line;
    uint32_t processes, in_flight; /* in_flight requests are with a process at a time */
    uint32_t timeout_ms;           /* for one attempt */
    uint32_t retries;              /* attempts after the first */
    const char *log;               /* of standard error; NULL drops it */
    const atomic_int *stop;
};

/* Ask everything; see system_run. */
MUST_USE enum status process_pool_run(const struct process_pool_options *options,
                                      const struct ask_source *source, struct err *e);

#endif
