/* database_pool.c: a short list in order of use. */
#include "engine/database_pool.h"

#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/resource.h>

struct pooled_database {
    uint64_t hash;
    struct str path; /* on the heap, NUL-terminated */
    struct database *database;
};

/* Descriptors that are left for everything else: of the process, and of each worker. */
enum { OTHER_FILES = 24, OTHER_FILES_PER_WORKER = 2 };

static size_t share_of_descriptors(size_t capacity, uint32_t workers)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur == RLIM_INFINITY)
        return capacity;
    rlim_t others = OTHER_FILES + (rlim_t)workers * OTHER_FILES_PER_WORKER;
    rlim_t each = files.rlim_cur > others ? (files.rlim_cur - others) / workers : 1;
    return each < 1 ? 1 : each < capacity ? (size_t)each : capacity;
}

void database_pool_init(struct database_pool *pool, size_t capacity, uint32_t workers)
{
    assert(capacity > 0 && workers > 0);
    capacity = share_of_descriptors(capacity, workers);
    *pool = (struct database_pool){
        .slots = mem_resize_array(NULL, capacity, sizeof(struct pooled_database)),
        .capacity = capacity};
}

static void close_slot(struct pooled_database *slot)
{
    database_close(slot->database);
    free((char *)slot->path.ptr);
}

void database_pool_release(struct database_pool *pool)
{
    for (size_t i = 0; i < pool->count; i++)
        close_slot(&pool->slots[i]);
    free(pool->slots);
    *pool = (struct database_pool){0};
}

static void move_to_front(struct database_pool *pool, size_t i)
{
    struct pooled_database slot = pool->slots[i];
    memmove(pool->slots + 1, pool->slots, i * sizeof *pool->slots);
    pool->slots[0] = slot;
}

/* If the machine has no more descriptors, databases that wait for their next use are closed. */
static enum status open_with_room(struct database_pool *pool, const char *path,
                                  struct database **out, struct err *e)
{
    enum status status = database_open(path, out, e);
    while (status == E_HOST && pool->count > 0) {
        close_slot(&pool->slots[--pool->count]);
        status = database_open(path, out, e);
    }
    return status;
}

enum status database_pool_get(struct database_pool *pool, struct str path, struct database **out,
                              struct err *e)
{
    uint64_t hash = hash_bytes(path);
    size_t i = 0;
    while (i < pool->count && !(pool->slots[i].hash == hash && str_eq(pool->slots[i].path, path)))
        i++;
    if (i == pool->count) {
        char *copy = mem_text(path.ptr, path.len);
        struct database *opened;
        if (open_with_room(pool, copy, &opened, e) != OK) {
            free(copy);
            return e->code;
        }
        if (pool->count == pool->capacity)
            close_slot(&pool->slots[--pool->count]);
        i = pool->count++;
        pool->slots[i] = (struct pooled_database){hash, {copy, path.len}, opened};
    }
    move_to_front(pool, i);
    *out = pool->slots[0].database;
    return OK;
}
