/* stage_progress.c: counting pieces, and bytes of a file. */
#include "base/stage_progress.h"

#include "base/deadline.h"

#include <stdio.h>

void stage_progress_begin(struct stage_progress *p, const struct listener *l, const char *verb,
                          uint64_t total)
{
    *p = (struct stage_progress){
        .shown = {.style = l->style, .verb = verb, .total = total, .write = l->progress}};
    pthread_mutex_init(&p->lock, NULL);
    progress_begin(&p->shown, 0, monotonic_ns());
}

void stage_progress_add(struct stage_progress *p, uint64_t pieces)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->done += pieces;
    progress_update(&p->shown, p->done, 0, monotonic_ns());
    pthread_mutex_unlock(&p->lock);
}

void stage_progress_end(struct stage_progress *p)
{
    progress_end(&p->shown, p->done, 0, monotonic_ns());
    pthread_mutex_destroy(&p->lock);
}

static void begin_reading(void *ctx, const char *path, uint64_t bytes)
{
    struct watched_reading *r = ctx;
    const char *slash = strrchr(path, '/');
    snprintf(r->verb, sizeof r->verb, "read of %.40s, in MiB:", slash ? slash + 1 : path);
    stage_progress_begin(&r->progress, r->listener, r->verb, bytes / READ_WATCH_STEP);
}

static bool go_on_reading(void *ctx, uint64_t bytes)
{
    struct watched_reading *r = ctx;
    stage_progress_add(&r->progress, bytes / READ_WATCH_STEP);
    return !*r->listener->stop;
}

static void end_reading(void *ctx)
{
    struct watched_reading *r = ctx;
    stage_progress_end(&r->progress);
}

void watched_reading_init(struct watched_reading *r, const struct listener *l)
{
    *r = (struct watched_reading){.watch = {begin_reading, go_on_reading, end_reading, r},
                                  .listener = l};
}
