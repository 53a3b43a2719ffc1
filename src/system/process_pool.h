/* process_pool.h: putting requests to several processes of one command.
 *
 * Processes stay from run to run: starting one may take longer than all that it is asked. */
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
    const char *key_env;           /* a variable whose value is shown nowhere; NULL for none */
    struct request_watch *watch;   /* of the whole run; NULL for none */
    const atomic_int *stop;
};

struct process_pool;

/* Nothing is started yet. The options must stay as long as the pool. Never NULL. */
struct process_pool *process_pool_new(const struct process_pool_options *options);

/* Ends what still runs. */
void process_pool_free(struct process_pool *p);

/* Ask everything; see system_run. */
MUST_USE enum status process_pool_run(struct process_pool *p, const struct ask_source *source,
                                      struct err *e);

/* End all processes; see system_end. */
MUST_USE enum status process_pool_end(struct process_pool *p, struct err *e);

#endif
