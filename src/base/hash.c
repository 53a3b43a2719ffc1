/* hash.c: hashing and the name map. */
#include "base/hash.h"

#include "base/eight_bytes.h"

struct name_slot {
    struct str name; /* ptr is NULL in a free slot */
    uint32_t hash, value;
};

/* Fewer than eight bytes, the first one lowest. Some are put in twice at the same place, which is
 * quicker than a branch for each length. */
static uint64_t short_bytes(struct str s)
{
    if (s.len < 4)
        return s.len == 0 ? 0
                          : (uint64_t)(unsigned char)s.ptr[0] |
                                (uint64_t)(unsigned char)s.ptr[s.len / 2] << 8 * (s.len / 2) |
                                (uint64_t)(unsigned char)s.ptr[s.len - 1] << 8 * (s.len - 1);
    return four_bytes(s.ptr) | four_bytes(s.ptr + s.len - 4) << 8 * (s.len - 4);
}

uint64_t hash_bytes(struct str s)
{
    uint64_t h = s.len;
    if (s.len < 8)
        return hash_combine(h, short_bytes(s));
    size_t i = 0, rest = s.len % 8;
    for (; i + 8 <= s.len; i += 8)
        h = hash_combine(h, eight_bytes(s.ptr + i));
    return hash_combine(h, rest ? eight_bytes(s.ptr + s.len - 8) >> (64 - 8 * rest) : 0);
}

uint64_t hash_bytes_nocase(struct str s)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < s.len; i++)
        h = (h ^ (unsigned char)ascii_lower(s.ptr[i])) * 0x100000001b3u;
    return h ^ (h >> 29);
}

void name_map_init(struct name_map *m, struct arena *a, uint32_t expect)
{
    uint32_t n = 8;
    while (n < expect + expect / 2 && n < UINT32_MAX / 2)
        n *= 2;
    *m = (struct name_map){.slots = arena_zalloc(a, n * sizeof *m->slots), .n_slots = n};
}

void name_map_init_exact(struct name_map *m, struct arena *a, uint32_t expect)
{
    name_map_init(m, a, expect);
    m->exact = true;
}

/* Quicker than hash_bytes_nocase, whose values are kept in files. */
static uint64_t hash_name(struct str s)
{
    if (s.len < 8)
        return hash_combine(s.len, eight_lower(few_bytes(s)));
    uint64_t h = s.len;
    for (size_t i = 0; i < s.len - 8; i += 8)
        h = hash_combine(h, eight_lower(eight_bytes(s.ptr + i)));
    return hash_combine(h, eight_lower(eight_bytes(s.ptr + s.len - 8)));
}

static uint32_t hash_in_map(const struct name_map *m, struct str name)
{
    return (uint32_t)(m->exact ? hash_bytes(name) : hash_name(name));
}

static bool same_name(const struct name_map *m, struct str a, struct str b)
{
    return m->exact ? str_eq(a, b) : str_eq_nocase(a, b);
}

/* The slot of `name`, or the free one that it would take. */
static struct name_slot *find_slot(const struct name_map *m, struct str name, uint32_t hash)
{
    uint32_t i = hash & (m->n_slots - 1);
    while (m->slots[i].name.ptr &&
           !(m->slots[i].hash == hash && same_name(m, m->slots[i].name, name)))
        i = (i + 1) & (m->n_slots - 1);
    return &m->slots[i];
}

static void grow_map(struct name_map *m, struct arena *a)
{
    struct name_map larger;
    name_map_init(&larger, a, m->n_slots * 2);
    larger.exact = m->exact;
    for (uint32_t i = 0; i < m->n_slots; i++)
        if (m->slots[i].name.ptr)
            *find_slot(&larger, m->slots[i].name, m->slots[i].hash) = m->slots[i];
    larger.count = m->count;
    *m = larger;
}

void name_map_put(struct name_map *m, struct arena *a, struct str name, uint32_t value)
{
    if (m->count + m->count / 3 >= m->n_slots)
        grow_map(m, a);
    uint32_t hash = hash_in_map(m, name);
    struct name_slot *slot = find_slot(m, name, hash);
    m->count += !slot->name.ptr;
    *slot = (struct name_slot){{name.ptr ? name.ptr : "", name.len}, hash, value};
}

uint32_t name_map_get(const struct name_map *m, struct str name)
{
    if (m->n_slots == 0)
        return NAME_NONE;
    const struct name_slot *slot = find_slot(m, name, hash_in_map(m, name));
    return slot->name.ptr ? slot->value : NAME_NONE;
}
