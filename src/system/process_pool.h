/* process_pool.h: putting requests to several processes of one command.
 *
 * Processes stay from run to run: starting one may take longer than all that it is asked. */
#ifndef TEQL_SYSTEM_PROCESS_POOL_H
#define TEQL_SYSTEM_PROCESS_POOL_H

#include "system/command_line.h"
#include "system/system.h"

struct process_pool;

/* Nothing is started yet. Command and options, whose `retries` is a number, must outlive the pool.
 * Never NULL. */
struct process_pool *process_pool_new(const struct command_line *line,
                                      const struct system_options *options);

/* Ends what still runs. */
void process_pool_free(struct process_pool *p);

/* Ask everything; see system_run. */
MUST_USE enum status process_pool_run(struct process_pool *p, const struct ask_source *source,
                                      struct err *e);

/* End all processes; see system_end. */
MUST_USE enum status process_pool_end(struct process_pool *p, struct err *e);

#endif
