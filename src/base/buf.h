/* buf.h: a growing byte buffer.
 *
 * A zeroed buf is empty and has no limit: all that is put in is there. That is right for text
 * of bounded size. If others decide the size, buf_limit() sets a limit. What would pass it is not
 * stored, and later writes are ignored, so a writer asks once, at the end, whether all is there:
 * buf_whole(). It must ask before it reads; buf_str() asserts it.
 * A buf belongs to one thread at a time. */
#ifndef TEQL_BASE_BUF_H
#define TEQL_BASE_BUF_H

#include "base/memory.h"
#include "base/str.h"

#include <assert.h>

struct buf {
    char *ptr;       /* heap; not NUL-terminated */
    size_t len, cap; /* the capacity is never above the limit */
    size_t max;      /* 0: no limit */
    bool overflow;   /* something was not stored */
    bool unasked;    /* there is a limit, and something was put in since buf_whole() was asked */
};

/* Set the limit of an empty buf. */
void buf_limit(struct buf *b, size_t max);

/* Is all that was put in there? */
MUST_USE static inline bool buf_whole(struct buf *b)
{
    b->unasked = false;
    return !b->overflow;
}

/* Free its memory; the limit stays. */
void buf_release(struct buf *b);

struct arena;

/* Copy what is in it into `a`, and free its own memory. */
struct str buf_keep(struct buf *b, struct arena *a);

/* Empty it and keep its memory. */
void buf_clear(struct buf *b);

/* Take back what was written after the first `len` bytes. */
static inline void buf_truncate(struct buf *b, size_t len)
{
    b->len = len < b->len ? len : b->len;
}

/* Grow it for `more` bytes; false, and the overflow mark, if the limit forbids it. */
bool buf_grow(struct buf *b, size_t more);

/* Is there room for `more` bytes? Mostly there is, since it grows by doubling. */
static inline bool buf_reserve(struct buf *b, size_t more)
{
    b->unasked = b->max != 0;
    return (!b->overflow && more <= b->cap - b->len) || buf_grow(b, more);
}

void buf_put(struct buf *b, struct str s);

static inline void buf_putc(struct buf *b, char c)
{
    if (!buf_reserve(b, 1))
        return;
    b->ptr[b->len++] = c;
}

void buf_printf(struct buf *b, const char *format, ...) PRINTF(2, 3);

/* What is in it, valid until the next write. */
static inline struct str buf_str(const struct buf *b)
{
    assert(!b->unasked);
    return (struct str){b->ptr, b->len};
}

#endif
