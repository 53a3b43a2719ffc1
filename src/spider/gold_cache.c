/* gold_cache.c: an open-addressing table from file and text to answer. */
#include "spider/gold_cache.h"

#include "base/hash.h"

enum { N_SLOTS = 4096, MAX_ANSWERS = N_SLOTS / 2, MAX_BYTES = 64 << 20 };

struct cached_gold {
    uint64_t hash;
    struct str path, sql; /* path.ptr is NULL in a free slot */
    struct query_result result;
};

void gold_cache_release(struct gold_cache *cache)
{
    arena_release(&cache->arena);
    *cache = (struct gold_cache){0};
}

static struct cached_gold *probe(const struct gold_cache *cache, uint64_t hash, struct str path,
                                 struct str sql)
{
    size_t i = hash & (N_SLOTS - 1);
    while (cache->answers[i].path.ptr &&
           !(cache->answers[i].hash == hash && str_eq(cache->answers[i].path, path) &&
             str_eq(cache->answers[i].sql, sql)))
        i = (i + 1) & (N_SLOTS - 1);
    return &cache->answers[i];
}

static void make_room(struct gold_cache *cache)
{
    if (cache->count >= MAX_ANSWERS || cache->bytes >= MAX_BYTES)
        gold_cache_release(cache);
    if (!cache->answers)
        cache->answers = arena_zalloc(&cache->arena, N_SLOTS * sizeof *cache->answers);
}

enum status gold_cache_run(struct gold_cache *cache, struct database_pool *pool, struct str path,
                           struct str sql, const struct query_limits *limits,
                           const struct query_result **out, struct err *e)
{
    uint64_t hash = hash_combine(hash_bytes(path), hash_bytes(sql));
    struct cached_gold *answer = cache->answers ? probe(cache, hash, path, sql) : NULL;
    if (!answer || !answer->path.ptr) {
        make_room(cache); /* never at the cost of the answer that is asked for */
        answer = probe(cache, hash, path, sql);
    }
    *out = &answer->result;
    if (answer->path.ptr)
        return OK;
    struct database *database;
    if (database_pool_get(pool, path, &database, e) != OK)
        return e->code;
    if (database_query(database, sql, limits, &cache->arena, &answer->result, e) != OK)
        return e->code;
    answer->hash = hash;
    answer->path = arena_str(&cache->arena, path);
    answer->sql = arena_str(&cache->arena, sql);
    cache->count++;
    cache->bytes += answer->result.rows.bytes + sql.len;
    return OK;
}
