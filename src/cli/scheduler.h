/* scheduler.h: which shard a run is, by the variables of the scheduler that started it.
 *
 * Slurm's arrays, indexed jobs of Kubernetes and array jobs of AWS Batch are known. TEQL_SHARDS is
 * how many shards there are, for schedulers that do not say so, or that say how many of them are
 * run again. */
#ifndef TEQL_CLI_SCHEDULER_H
#define TEQL_CLI_SCHEDULER_H

#include "record/shard.h"

struct scheduled {
    struct shard shard;   /* zeroed if no scheduler names one */
    const char *variable; /* that has its number */
    const char *hint;     /* a warning to show, also if there is no shard; or NULL */
};

/* E_USAGE if the variables make no sense, or do not say which shard is meant. `get` is getenv. */
MUST_USE enum status scheduler_ask(char *(*get)(const char *name), struct scheduled *out,
                                   struct err *e);

#endif
