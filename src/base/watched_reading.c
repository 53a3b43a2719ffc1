/* watched_reading.c: bytes as progress. */
#include "base/watched_reading.h"

#include <stdio.h>

static void begin(void *ctx, const char *path, uint64_t bytes)
{
    struct watched_reading *r = ctx;
    const char *slash = strrchr(path, '/');
    snprintf(r->verb, sizeof r->verb, "read of %.40s, in MiB:", slash ? slash + 1 : path);
    stage_progress_begin(&r->progress, r->listener, r->verb, bytes / READ_WATCH_STEP);
}

static bool more(void *ctx, uint64_t bytes)
{
    struct watched_reading *r = ctx;
    stage_progress_add(&r->progress, bytes / READ_WATCH_STEP);
    return !*r->listener->stop;
}

static void end(void *ctx)
{
    struct watched_reading *r = ctx;
    stage_progress_end(&r->progress);
}

void watched_reading_init(struct watched_reading *r, const struct listener *l)
{
    *r = (struct watched_reading){.watch = {begin, more, end, r}, .listener = l};
}
