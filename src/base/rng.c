/* rng.c: SplitMix64, seeded from a hash of what the stream is for. */
#include "base/rng.h"

#include "base/hash.h"

struct rng rng_stream(uint64_t seed, struct str purpose, uint64_t number)
{
    return (struct rng){hash_combine(hash_combine(hash_bytes(purpose), seed), number)};
}

uint64_t rng_next(struct rng *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t rng_below(struct rng *r, uint64_t n)
{
    uint64_t uneven = -n % n, x; /* numbers below this would make small results likelier */
    do
        x = rng_next(r);
    while (x < uneven);
    return x % n;
}
