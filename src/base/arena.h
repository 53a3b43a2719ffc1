/* arena.h: memory that is freed all at once.
 *
 * Everything a dataset, a worker or a statement builds lives in one arena and goes with it; nothing
 * in it is freed by itself. arena_mark/arena_rewind give scratch space: what was allocated after
 * the mark is gone, its blocks are kept for the next round. An arena belongs to one thread at a
 * time. */
#ifndef TEQL_BASE_ARENA_H
#define TEQL_BASE_ARENA_H

#include "base/memory.h"
#include "base/str.h"

struct arena_block;

struct arena {
    struct arena_block *first;   /* oldest block, NULL while nothing was allocated */
    struct arena_block *current; /* allocations come from here; later blocks are spare */
    size_t used;                 /* bytes taken in `current` */
};

struct arena_mark {
    struct arena_block *block;
    size_t used;
};

/* A zeroed struct arena is ready to use. */
void arena_release(struct arena *a);

/* Uninitialised, aligned for any type. Never NULL. */
MUST_USE void *arena_alloc(struct arena *a, size_t size);
MUST_USE void *arena_zalloc(struct arena *a, size_t size);
MUST_USE void *arena_alloc_array(struct arena *a, size_t count, size_t size);

/* A larger copy of an array of `old` elements with room for `count`; the old one stays as it is. */
MUST_USE void *arena_grow_array(struct arena *a, const void *p, size_t old, size_t count,
                                size_t size);

#define ARENA_NEW(a, type)      ((type *)arena_zalloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_alloc_array((a), (n), sizeof(type)))

/* Make room for one more element in an arena array `v` of `n` elements whose capacity doubles:
 * grows when n is zero or a power of two of at least 4. */
#define ARENA_PUSH(a, v, n)                                                                        \
    ((n) == 0 || ((n) >= 4 && ((n) & ((n)-1)) == 0)                                                \
         ? (void)((v) = arena_grow_array((a), (v), (n), (n) ? 2 * (size_t)(n) : 4, sizeof *(v)))   \
         : (void)0)

/* The same, and put the value there: v[n++] = value. */
#define ARENA_ADD(a, v, n, ...) (ARENA_PUSH(a, v, n), (v)[(n)++] = (__VA_ARGS__))

/* What lives in `from` lives in `to` from now on; `from` is empty. Marks of `to` taken before still
 * hold. */
void arena_take(struct arena *to, struct arena *from);

struct arena_mark arena_mark(const struct arena *a);
void arena_rewind(struct arena *a, struct arena_mark m);

/* Give back all that was allocated; the blocks are kept. */
static inline void arena_clear(struct arena *a)
{
    arena_rewind(a, (struct arena_mark){0});
}

/* Copies; the char pointer of the result is NUL-terminated, so it also serves C interfaces. */
struct str arena_str(struct arena *a, struct str s);
struct str arena_str_or_null(struct arena *a, struct str s); /* a NULL ptr stays one */
struct str arena_str_lower(struct arena *a, struct str s);   /* eight NULs follow */

/* `s` with a capital, if it begins with a small ASCII letter. */
struct str arena_str_capital(struct arena *a, struct str s);

/* The parts one after another. */
struct str arena_concat(struct arena *a, const struct str *parts, size_t n);
#define ARENA_CONCAT(a, ...)                                                                       \
    arena_concat((a), (const struct str[]){__VA_ARGS__},                                           \
                 sizeof((const struct str[]){__VA_ARGS__}) / sizeof(struct str))

struct str arena_printf(struct arena *a, const char *format, ...) PRINTF(2, 3);

#endif
