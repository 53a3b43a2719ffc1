/* read_watch.h: follow the reading of a large file, and end it.
 *
 * A user's file may have gigabytes: assertions, word vectors, language models. The reader of one
 * reports about every READ_WATCH_STEP bytes how much it has read, and stops if the watch says so.
 */
#ifndef TEQL_BASE_READ_WATCH_H
#define TEQL_BASE_READ_WATCH_H

#include "base/err.h"

#include <stdint.h>

enum { READ_WATCH_STEP = 1 << 20 };

/* All three are called by the reader. */
struct read_watch {
    void (*begin)(void *ctx, const char *path, uint64_t bytes); /* that there are to read */
    bool (*more)(void *ctx, uint64_t bytes);                    /* were read; false to stop */
    void (*end)(void *ctx);
    void *ctx;
};

/* In all of these functions `w` may be NULL: then nobody watches. */
static inline void read_watch_begin(const struct read_watch *w, const char *path, uint64_t bytes)
{
    if (w)
        w->begin(w->ctx, path, bytes);
}

/* The reader is at byte `place`. `*reported` is 0 at first: it holds what the watch knows of.
 * E_INTERRUPTED if the reading is to end. */
MUST_USE static inline enum status read_watch_at(const struct read_watch *w, uint64_t *reported,
                                                 uint64_t place, struct err *e)
{
    if (!w || place < *reported + READ_WATCH_STEP)
        return OK;
    uint64_t more = (place - *reported) / READ_WATCH_STEP * READ_WATCH_STEP;
    *reported += more;
    return w->more(w->ctx, more) ? OK : err_set(e, E_INTERRUPTED, "interrupted");
}

static inline void read_watch_end(const struct read_watch *w)
{
    if (w)
        w->end(w->ctx);
}

#endif
