/* arena.c: a chain of blocks, filled front to back and never moved. */
#include "base/arena.h"

#include "base/eight_bytes.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRST_BLOCK = 4096, LARGEST_STEP = 1 << 20, PRINTED_MOSTLY = 256 };

struct arena_block {
    struct arena_block *next;
    size_t size;
    alignas(max_align_t) char bytes[];
};

/* AddressSanitizer knows what was given out. So it sees a use of what was not, such as one element
 * too many, and of what was taken back. */
#ifdef __has_feature
#define HAS_FEATURE(x) __has_feature(x)
#else
#define HAS_FEATURE(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || HAS_FEATURE(address_sanitizer)
#include <sanitizer/asan_interface.h>

enum { GAP = alignof(max_align_t) }; /* between two allocations */

static void allow(void *p, size_t size)
{
    ASAN_UNPOISON_MEMORY_REGION(p, size);
}

static void forbid(struct arena_block *b, size_t from, size_t to)
{
    ASAN_POISON_MEMORY_REGION(b->bytes + from, to - from);
}

/* What was never given out is forbidden already: to do it again takes long in large blocks. */
static void forbid_after(const struct arena *a, struct arena_mark m)
{
    struct arena_block *b = m.block ? m.block : a->first;
    size_t from = m.block ? m.used : 0;
    for (; a->current && b != a->current; b = b->next, from = 0)
        forbid(b, from, b->size);
    if (a->current)
        forbid(b, from, a->used);
}
#else
enum { GAP = 0 };
#define allow(p, size)      ((void)0)
#define forbid(b, from, to) ((void)0)
#define forbid_after(a, m)  ((void)0)
#endif

void arena_release(struct arena *a)
{
    for (struct arena_block *b = a->first; b;) {
        struct arena_block *next = b->next;
        free(b);
        b = next;
    }
    *a = (struct arena){0};
}

/* Put a block with room for `size` after the current one: a spare one that fits, or a new one. */
static void add_block(struct arena *a, size_t size)
{
    struct arena_block *spare = a->current ? a->current->next : a->first;
    if (!spare || spare->size < size) {
        size_t step = a->current ? a->current->size * 2 : FIRST_BLOCK;
        if (step > LARGEST_STEP)
            step = LARGEST_STEP;
        if (step < size)
            step = size;
        if (step > SIZE_MAX - sizeof(struct arena_block))
            step = SIZE_MAX; /* larger than any memory: reported by mem_alloc */
        struct arena_block *b =
            mem_alloc(step == SIZE_MAX ? step : step + sizeof(struct arena_block));
        b->size = step;
        b->next = spare;
        forbid(b, 0, step);
        *(a->current ? &a->current->next : &a->first) = b;
        spare = b;
    }
    a->current = spare;
    a->used = 0;
}

void *arena_alloc(struct arena *a, size_t size)
{
    const size_t align = alignof(max_align_t);
    size_t rounded =
        size > SIZE_MAX - align - GAP ? SIZE_MAX : ((size + align - 1) & ~(align - 1)) + GAP;
    if (!a->current || a->current->size - a->used < rounded)
        add_block(a, rounded);
    void *p = a->current->bytes + a->used;
    allow(p, size);
    a->used += rounded;
    return p;
}

void *arena_zalloc(struct arena *a, size_t size)
{
    return memset(arena_alloc(a, size), 0, size);
}

void *arena_alloc_array(struct arena *a, size_t count, size_t size)
{
    return arena_alloc(a, size && count > SIZE_MAX / size ? SIZE_MAX : count * size);
}

void *arena_grow_array(struct arena *a, const void *p, size_t old, size_t count, size_t size)
{
    void *q = arena_alloc_array(a, count, size);
    if (old)
        memcpy(q, p, old * size);
    return q;
}

/* The blocks go in front, where nothing is put any more. */
void arena_take(struct arena *to, struct arena *from)
{
    struct arena_block *last = from->first;
    if (!last)
        return;
    while (last->next)
        last = last->next;
    last->next = to->first;
    to->first = from->first;
    if (!to->current) {
        to->current = last;
        to->used = last->size;
    }
    *from = (struct arena){0};
}

struct arena_mark arena_mark(const struct arena *a)
{
    return (struct arena_mark){a->current, a->used};
}

void arena_rewind(struct arena *a, struct arena_mark m)
{
    forbid_after(a, m);
    a->current = m.block;
    a->used = m.used;
}

struct str arena_str(struct arena *a, struct str s)
{
    char *p = arena_alloc(a, s.len + 1);
    if (s.len)
        memcpy(p, s.ptr, s.len);
    p[s.len] = '\0';
    return (struct str){p, s.len};
}

struct str arena_str_or_null(struct arena *a, struct str s)
{
    return s.ptr ? arena_str(a, s) : s;
}

struct str arena_str_lower(struct arena *a, struct str s)
{
    char *p = arena_alloc(a, s.len + 8);
    size_t i = 0;
    for (; i + 8 <= s.len; i += 8)
        put_eight_bytes(p + i, eight_lower(eight_bytes(s.ptr + i)));
    for (; i < s.len; i++)
        p[i] = ascii_lower(s.ptr[i]);
    memset(p + s.len, 0, 8);
    return (struct str){p, s.len};
}

struct str arena_str_capital(struct arena *a, struct str s)
{
    if (s.len == 0 || !ascii_small(s.ptr[0]))
        return s;
    struct str copy = arena_str(a, s);
    *(char *)copy.ptr = (char)(s.ptr[0] & ~0x20); /* our own copy */
    return copy;
}

struct str arena_concat(struct arena *a, const struct str *parts, size_t n)
{
    size_t len = 0;
    for (size_t i = 0; i < n; i++)
        len += parts[i].len;
    char *p = arena_alloc(a, len + 1), *end = p;
    for (size_t i = 0; i < n; i++) {
        if (parts[i].len)
            memcpy(end, parts[i].ptr, parts[i].len);
        end += parts[i].len;
    }
    *end = '\0';
    return (struct str){p, len};
}

struct str arena_printf(struct arena *a, const char *format, ...)
{
    char text[PRINTED_MOSTLY]; /* so that most need no second pass */
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    size_t len = n < 0 ? 0 : (size_t)n;
    char *p = arena_alloc(a, len + 1);
    if (len < sizeof text)
        memcpy(p, text, len);
    else
        vsnprintf(p, len + 1, format, again);
    p[len] = '\0';
    va_end(again);
    return (struct str){p, len};
}
