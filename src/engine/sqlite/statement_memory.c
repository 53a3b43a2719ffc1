/* statement_memory.c: SQLite's memory and pages, counted per thread.
 *
 * SQLite can limit its heap by itself, but only for the process as a whole: a greedy statement of
 * one worker would fail those of the others, and all would wait for one lock at every allocation,
 * which took a third of the time of two workers. A database belongs to one thread, so memory is
 * freed on the thread that allocated it, except for databases that are closed at the very end.
 *
 * Filling memory and going through pages take time while SQLite may read no clock: while it
 * compiles, or counts the rows of a table whose pages lead in a circle. So both spend the time of
 * the running statement, and fail as if memory ran out once it is late.
 *
 * Otherwise SQLite finds no memory only if the statement passes its own limit. If the machine has
 * none, the process ends as it does everywhere else: SQLite would turn that into an answer. */
#include "engine/sqlite/statement_memory.h"

#include "base/memory.h"
#include "base/os.h"
#include "engine/sqlite/compile_work.h"
#include "engine/sqlite/host_failure.h"
#include "engine/sqlite/sqlite.h"
#include "engine/sqlite/statement_clock.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <sys/resource.h>

/* Set once, before threads start. */
static int64_t heap_limit;
static sqlite3_pcache_methods2 pages; /* SQLite's own */

/* In bytes; SQLite hands its allocator no context to keep them in. */
static _Thread_local int64_t used, used_before;       /* now, and when the statement began */
static _Thread_local struct statement_clock *watched; /* of the running statement, or NULL */
static _Thread_local struct compile_work *compiled;   /* what is being compiled, or NULL */
static _Thread_local int64_t used_uncompiled;         /* when compiling began */

/* While it compiles, SQLite may have gone through all that it holds since it last allocated. Going
 * through it takes less than filling it. */
static bool is_late(int bytes)
{
    enum { SHARE = 16 };
    size_t gone_through = compiled ? (size_t)compiled->bytes / SHARE : 0;
    return watched && statement_spend(watched, (size_t)bytes + gone_through);
}

static bool is_refused(int64_t more, int size)
{
    return used - used_before + more > heap_limit ||
           (compiled && !compile_work_goes_on(compiled, used - used_uncompiled + more)) ||
           is_late(size);
}

static int64_t size_of(void *p)
{
    return (int64_t)os_memory_size(p);
}

static void *allocate_counted(int size)
{
    if (is_refused(size, size))
        return NULL;
    void *p = mem_alloc((size_t)size);
    used += size_of(p);
    return p;
}

static void release_counted(void *p)
{
    used -= size_of(p);
    free(p);
}

static void *resize_counted(void *p, int size)
{
    int64_t before = size_of(p);
    if (is_refused(size - before, size))
        return NULL;
    void *q = mem_resize(p, (size_t)size);
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

static int start_counting(void *context)
{
    (void)context;
    return SQLITE_OK;
}

static void stop_counting(void *context)
{
    (void)context;
}

enum { PAGE_WORK = 4096 }; /* bytes, whatever the size of the page */

static sqlite3_pcache_page *fetch_page(sqlite3_pcache *cache, unsigned page, int create)
{
    return is_late(PAGE_WORK) ? NULL : pages.xFetch(cache, page, create);
}

static void watch_pages(void)
{
    if (!pages.xFetch) /* else SQLite knows ours by now */
        sqlite3_config(SQLITE_CONFIG_GETPCACHE2, &pages);
    sqlite3_pcache_methods2 watching = pages;
    watching.xFetch = fetch_page;
    sqlite3_config(SQLITE_CONFIG_PCACHE2, &watching);
}

/* SQLite merges subqueries and views into one expression and goes down it by recursion
 * (compile_work.h). Stacks take memory only where they are used; Linux keeps 128 MiB of addresses
 * free for the first thread. */
enum { STACK_BYTES = 64 << 20 };

/* Best effort: if the machine forbids it, stacks stay as they are. */
static void deepen_stacks(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < STACK_BYTES &&
        limit.rlim_max >= STACK_BYTES) {
        limit.rlim_cur = STACK_BYTES;
        setrlimit(RLIMIT_STACK, &limit);
    }
    os_set_stack_size(STACK_BYTES);
}

void sqlite_start(int64_t heap_bytes)
{
    static const sqlite3_mem_methods counted = {
        allocate_counted, release_counted, resize_counted, usable_size,
        round_up,         start_counting,  stop_counting,  NULL};
    deepen_stacks();
    heap_limit = heap_bytes;
    sqlite3_shutdown(); /* once it runs, its allocator cannot be replaced */
    sqlite3_config(SQLITE_CONFIG_MALLOC, &counted);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    watch_pages();
    sqlite3_initialize();
    host_watch();
}

void statement_memory_begin(void)
{
    used_before = used;
}

void statement_memory_watch(struct statement_clock *clock)
{
    watched = clock;
}

void statement_memory_unwatch(void)
{
    watched = NULL;
}

void statement_compile_begin(struct compile_work *work, size_t most_text)
{
    compile_work_begin(work, most_text);
    used_uncompiled = used;
    compiled = work;
}

void statement_compile_end(void)
{
    compiled = NULL;
}
