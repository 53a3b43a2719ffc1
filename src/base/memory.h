/* memory.h: allocation that never returns NULL.
 *
 * When memory runs out the process cannot do its job, and since every file it writes is renamed
 * into place only when whole, ending at once loses nothing. So allocation has no error path: it
 * calls the handler that `cli/` installed, which says so and ends the process with its own exit
 * code. Growth that input could drive without bound is limited where it happens (see buf.h). */
#ifndef TEQL_BASE_MEMORY_H
#define TEQL_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* A limit in bytes as a size_t. A machine with 32 bits cannot hold more than SIZE_MAX anyway. */
#define SIZE_AT_MOST(n) ((size_t)((n) < SIZE_MAX ? (n) : SIZE_MAX))

#define MUST_USE      __attribute__((warn_unused_result))
#define PRINTF(f, va) __attribute__((format(printf, f, va)))

/* `handler` must not return. Call once, before any thread starts; without it exhaustion aborts. */
void mem_on_exhausted(void (*handler)(void));

MUST_USE void *mem_alloc(size_t size);
MUST_USE void *mem_resize(void *p, size_t size);

/* A copy of the bytes with a NUL after them. */
MUST_USE char *mem_text(const char *bytes, size_t len);

/* Free with free(). `count * size` that overflows counts as exhaustion. */
MUST_USE void *mem_resize_array(void *p, size_t count, size_t size);

#endif
