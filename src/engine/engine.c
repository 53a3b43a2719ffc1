/* engine.c: SQLite's memory, counted per thread.
 *
 * SQLite can limit its heap by itself, but only for the process as a whole: a greedy statement of
 * one worker would fail those of the others, and all would wait for one lock at every allocation,
 * which took a third of the time of two workers. A database belongs to one thread, so what is
 * allocated on a thread is freed there, but for databases that are closed at the very end. */
#include "engine/engine.h"

#include "engine/statement_memory.h"

#include <malloc.h>
#include <sqlite3.h>
#include <stdlib.h>

static int64_t heap_limit; /* set once, before threads start */

/* In bytes; SQLite hands its allocator no context to keep them in. */
static _Thread_local int64_t used, used_before; /* now, and when the statement began */

static int64_t size_of(void *p)
{
    return (int64_t)malloc_usable_size(p);
}

static void *allocate(int size)
{
    if (used - used_before + size > heap_limit)
        return NULL;
    void *p = malloc((size_t)size);
    if (p)
        used += size_of(p);
    return p;
}

static void release(void *p)
{
    used -= size_of(p);
    free(p);
}

static void *reallocate(void *p, int size)
{
    int64_t before = size_of(p);
    if (used - used_before - before + size > heap_limit)
        return NULL;
    void *q = realloc(p, (size_t)size);
    if (q)
        used += size_of(q) - before;
    return q;
}

static int usable_size(void *p)
{
    return (int)size_of(p);
}

static int round_up(int size)
{
    return (size + 7) & ~7;
}

static int start(void *context)
{
    (void)context;
    return SQLITE_OK;
}

static void stop(void *context)
{
    (void)context;
}

void engine_init(int64_t heap_bytes)
{
    static const sqlite3_mem_methods counted = {allocate, release, reallocate, usable_size,
                                                round_up, start,   stop,       NULL};
    heap_limit = heap_bytes;
    sqlite3_shutdown(); /* once it runs, its allocator cannot be replaced */
    sqlite3_config(SQLITE_CONFIG_MALLOC, &counted);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3_initialize();
}

void statement_memory_begin(void)
{
    used_before = used;
}
