/* stage_progress.h: the progress of a stage whose pieces end on any worker, and of reading a file.
 *
 * A progress (base/progress.h) belongs to one thread. Here any thread says that a piece is done,
 * and shows it. */
#ifndef TEQL_BASE_STAGE_PROGRESS_H
#define TEQL_BASE_STAGE_PROGRESS_H

#include "base/listener.h"
#include "base/read_watch.h"

#include <pthread.h>

struct stage_progress {
    struct progress shown;
    pthread_mutex_t lock; /* of all else */
    uint64_t done;
};

/* `total` pieces are to be done, 0 if unknown; `verb` says what is done with them: "scored". */
void stage_progress_begin(struct stage_progress *p, const struct listener *l, const char *verb,
                          uint64_t total);

/* This many more are done. Any thread may call it; it does nothing if `p` is NULL. */
void stage_progress_add(struct stage_progress *p, uint64_t pieces);

/* Once no thread adds any more. */
void stage_progress_end(struct stage_progress *p);

/* The reading of a large file, shown to a listener, who can end it. */
struct watched_reading {
    struct read_watch watch; /* for the reader */
    const struct listener *listener;
    struct stage_progress progress; /* in steps of READ_WATCH_STEP */
    char verb[80];
};

/* `l` must outlive it. One file at a time. */
void watched_reading_init(struct watched_reading *r, const struct listener *l);

#endif
