/* read_watch.h: who is told how far the reading of a large file is, and can end it.
 *
 * A user's file may have gigabytes: assertions, word vectors, language models. Whoever reads one
 * tells how much was read about every READ_WATCH_STEP bytes, and stops where that is not wanted. */
#ifndef TEQL_BASE_READ_WATCH_H
#define TEQL_BASE_READ_WATCH_H

#include "base/err.h"

#include <stdint.h>

enum { READ_WATCH_STEP = 1 << 20 };

/* All three are called by who reads; `more` by any of its threads. */
struct read_watch {
    void (*begin)(void *ctx, const char *path, uint64_t bytes); /* that there are to read */
    bool (*more)(void *ctx, uint64_t bytes);                    /* were read; false: end it */
    void (*end)(void *ctx);
    void *ctx;
};

/* The same where there may be nobody: `w` may be NULL. */
static inline void read_watch_begin(const struct read_watch *w, const char *path, uint64_t bytes)
{
    if (w)
        w->begin(w->ctx, path, bytes);
}

/* E_INTERRUPTED where the reading is to end. */
MUST_USE static inline enum status read_watch_more(const struct read_watch *w, uint64_t bytes,
                                                   struct err *e)
{
    return w && !w->more(w->ctx, bytes) ? err_set(e, E_INTERRUPTED, "interrupted") : OK;
}

static inline void read_watch_end(const struct read_watch *w)
{
    if (w)
        w->end(w->ctx);
}

#endif
