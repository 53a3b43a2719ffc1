/* failing_malloc.c: a library to preload, whose nth allocation and all after it fail.
 *
 * n comes from the environment variable FAIL_AT; without it nothing fails. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_long left = -1; /* allocations before failure; below 0: none fails */

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("FAIL_AT");
    if (at)
        atomic_store(&left, strtol(at, NULL, 10));
}

static int fails(void)
{
    if (atomic_load(&left) < 0)
        return 0;
    if (atomic_load(&left) > 0) {
        atomic_fetch_sub(&left, 1);
        return 0;
    }
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    static void *(*real)(size_t);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "malloc");
    return fails() ? NULL : real(size);
}

void *realloc(void *p, size_t size)
{
    static void *(*real)(void *, size_t);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "realloc");
    return fails() ? NULL : real(p, size);
}
