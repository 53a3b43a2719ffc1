/* workers.h: a fixed team of threads that runs numbered jobs.
 *
 * Jobs are taken in order but may end in any; each writes only to its own place, so the outcome is
 * the same for any number of workers. A worker's number selects its private state. */
#ifndef TEQL_BASE_WORKERS_H
#define TEQL_BASE_WORKERS_H

#include "base/memory.h"

#include <stdint.h>

typedef void workers_job(void *ctx, uint32_t worker, uint32_t job);

struct workers;

/* `count` of 1 starts no thread: the jobs then run inside workers_wait. If fewer threads can be
 * had, fewer work. Never NULL. */
MUST_USE struct workers *workers_new(uint32_t count);
void workers_free(struct workers *w);

/* Begin jobs 0 … n-1 and return; workers_wait must be called before the next round. */
void workers_start(struct workers *w, uint32_t n, workers_job *job, void *ctx);
void workers_wait(struct workers *w);

/* How many processors there are to use, at least 1. */
uint32_t workers_available(void);

#endif
