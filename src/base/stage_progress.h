/* stage_progress.h: how far a stage is whose pieces end on any worker.
 *
 * A progress (base/progress.h) belongs to one thread. Here any thread tells that a piece is done,
 * and whoever does so shows it. */
#ifndef TEQL_BASE_STAGE_PROGRESS_H
#define TEQL_BASE_STAGE_PROGRESS_H

#include "base/listener.h"

#include <pthread.h>

struct stage_progress {
    struct progress shown;
    pthread_mutex_t lock; /* of all else */
    uint64_t done;
};

/* `total` pieces are to be done, 0 where unknown; `verb` says what is done with them: "scored". */
void stage_progress_begin(struct stage_progress *p, const struct listener *l, const char *verb,
                          uint64_t total);

/* So many more are done. Any thread; does nothing where `p` is NULL. */
void stage_progress_add(struct stage_progress *p, uint64_t pieces);

/* Once no thread adds any more. */
void stage_progress_end(struct stage_progress *p);

#endif
