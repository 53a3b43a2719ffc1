/* hash.h: a 64-bit hash of bytes, and a map from names to numbers.
 *
 * Hashes are written to files, so they are the same on every machine. Not for secrets. */
#ifndef TEQL_BASE_HASH_H
#define TEQL_BASE_HASH_H

#include "base/arena.h"

#include <stdint.h>

/* Mix the bits of `x`: every input bit affects every output bit. */
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

/* `h`, combined with a text. */
static inline uint64_t hash_str(uint64_t h, struct str s)
{
    return hash_combine(h, hash_bytes(s));
}

/* Maps names to numbers; ignores ASCII case unless `exact`. Built once, then read by any number of
 * threads. */
struct name_map {
    struct name_slot *slots; /* in the arena; open addressing, a power of two */
    uint32_t n_slots, count;
    bool exact;
};

#define NAME_NONE UINT32_MAX /* no such name; never a value */

/* `expect` is the expected number of names; the map grows if there are more. */
void name_map_init(struct name_map *m, struct arena *a, uint32_t expect);

/* The same, but "A" and "a" are different names. */
void name_map_init_exact(struct name_map *m, struct arena *a, uint32_t expect);

/* Set `name` to `value`, replacing an older value. The map keeps `name` itself, not a copy. */
void name_map_put(struct name_map *m, struct arena *a, struct str name, uint32_t value);

uint32_t name_map_get(const struct name_map *m, struct str name);

#endif
