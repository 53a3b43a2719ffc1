/* buf.h: a growing byte buffer with a limit.
 *
 * What would pass the limit is not stored and sets `overflow`; later writes are ignored, so a
 * writer checks once, at the end. A buf belongs to one thread at a time. */
#ifndef TEQL_BASE_BUF_H
#define TEQL_BASE_BUF_H

#include "base/memory.h"
#include "base/str.h"

struct buf {
    char *ptr; /* heap; not NUL-terminated */
    size_t len, cap, max;
    bool overflow;
};

void buf_init(struct buf *b, size_t max);
void buf_release(struct buf *b);

/* Empty it and keep its memory. */
void buf_clear(struct buf *b);

/* Take back what was written after the first `len` bytes. */
static inline void buf_truncate(struct buf *b, size_t len)
{
    b->len = len < b->len ? len : b->len;
}

void buf_put(struct buf *b, struct str s);
void buf_putc(struct buf *b, char c);
void buf_printf(struct buf *b, const char *format, ...) PRINTF(2, 3);

/* What is in it, valid until the next write. */
static inline struct str buf_str(const struct buf *b)
{
    return (struct str){b->ptr, b->len};
}

#endif
