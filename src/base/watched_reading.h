/* watched_reading.h: the reading of a large file shown to a listener, who can end it. */
#ifndef TEQL_BASE_WATCHED_READING_H
#define TEQL_BASE_WATCHED_READING_H

#include "base/read_watch.h"
#include "base/stage_progress.h"

struct watched_reading {
    struct read_watch watch; /* for who reads */
    const struct listener *listener;
    struct stage_progress progress; /* in steps of READ_WATCH_STEP */
    char verb[80];
};

/* `l` must outlive it. One file at a time. */
void watched_reading_init(struct watched_reading *r, const struct listener *l);

#endif
