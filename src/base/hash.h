/* hash.h: a 64-bit hash of bytes, and a map from names to numbers.
 *
 * The hash is for tables and denotation signatures, not for secrets. */
#ifndef TEQL_BASE_HASH_H
#define TEQL_BASE_HASH_H

#include "base/arena.h"

#include <stdint.h>

/* Mix the bits of `x` so that every input bit reaches every output bit. */
static inline uint64_t hash_mix(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ (x >> 32);
}

static inline uint64_t hash_combine(uint64_t a, uint64_t b)
{
    return hash_mix(a * 0x9e3779b97f4a7c15u + b);
}

uint64_t hash_bytes(struct str s);
uint64_t hash_bytes_nocase(struct str s);

/* Names (ASCII case ignored, unless `exact`) to uint32_t. Built once, then read by any number of
 * threads. */
struct name_map {
    struct name_slot *slots; /* in the arena; open addressing, a power of two */
    uint32_t n_slots, count;
    bool exact;
};

#define NAME_NONE UINT32_MAX /* no such name; never a value */

/* Room for `expect` names; more make it grow. */
void name_map_init(struct name_map *m, struct arena *a, uint32_t expect);

/* The same for names of which "A" and "a" are two. */
void name_map_init_exact(struct name_map *m, struct arena *a, uint32_t expect);

/* Set `name` to `value`, replacing what was there. The map keeps the view, not a copy. */
void name_map_put(struct name_map *m, struct arena *a, struct str name, uint32_t value);

uint32_t name_map_get(const struct name_map *m, struct str name);

#endif
