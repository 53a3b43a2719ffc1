/* scheduler.h: which shard a run is, as whoever started it among others tells by variables.
 *
 * Slurm's arrays, indexed jobs of Kubernetes and array jobs of AWS Batch are known. TEQL_SHARDS is
 * how many shards there are, where the scheduler does not say, or says how many of them are run
 * again. */
#ifndef TEQL_CLI_SCHEDULER_H
#define TEQL_CLI_SCHEDULER_H

#include "record/shard.h"

struct scheduled {
    struct shard shard;   /* zeroed where no scheduler is at work */
    const char *variable; /* that told its number */
    const char *hint;     /* what a user may have meant otherwise, also where no shard is told; NULL
                             for nothing */
};

/* E_USAGE where the variables make no sense, or do not tell which shard is meant. `get` is getenv.
 */
MUST_USE enum status scheduler_ask(char *(*get)(const char *name), struct scheduled *out,
                                   struct err *e);

#endif
