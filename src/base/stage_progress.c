/* stage_progress.c: counting pieces. */
#include "base/stage_progress.h"

#include "base/deadline.h"

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
