/* buf.c: append, growing by doubling. */
#include "base/buf.h"

#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 256 };

void buf_limit(struct buf *b, size_t max)
{
    assert(b->len == 0 && max > 0);
    b->max = max;
    if (b->cap > max)
        b->cap = max;
}

void buf_release(struct buf *b)
{
    free(b->ptr);
    *b = (struct buf){.max = b->max};
}

struct str buf_keep(struct buf *b, struct arena *a)
{
    struct str kept = arena_str(a, buf_str(b));
    buf_release(b);
    return kept;
}

void buf_clear(struct buf *b)
{
    b->len = 0;
    b->overflow = false;
    b->unasked = false;
}

bool buf_grow(struct buf *b, size_t more)
{
    size_t max = b->max ? b->max : SIZE_MAX;
    if (b->overflow || more > max - b->len) {
        b->overflow = true;
        return false;
    }
    size_t cap = b->cap ? b->cap : FIRST_CAPACITY;
    while (cap - b->len < more)
        cap = cap > max / 2 ? max : cap * 2;
    cap = cap < max ? cap : max;
    b->ptr = mem_resize(b->ptr, cap);
    b->cap = cap;
    return true;
}

void buf_put(struct buf *b, struct str s)
{
    if (s.len == 0 || !buf_reserve(b, s.len))
        return;
    memcpy(b->ptr + b->len, s.ptr, s.len);
    b->len += s.len;
}

void buf_printf(struct buf *b, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    /* vsnprintf writes a NUL past the text: it needs one byte more, which is not kept. */
    if (n > 0 && buf_reserve(b, (size_t)n + 1)) {
        vsnprintf(b->ptr + b->len, (size_t)n + 1, format, again);
        b->len += (size_t)n;
    }
    va_end(again);
}
