/* eight_bytes.h: text read and folded eight bytes at a time, because names are compared and looked
 * up a million times a second.
 *
 * The first byte is always the lowest, whatever the byte order of the machine: hashes made from
 * these numbers are written to files. On little-endian machines compilers turn the shifts into one
 * load. */
#ifndef TEQL_BASE_EIGHT_BYTES_H
#define TEQL_BASE_EIGHT_BYTES_H

#include "base/str.h"

#include <stdint.h>

static inline uint64_t four_bytes(const char *p)
{
    const unsigned char *b = (const unsigned char *)p;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static inline uint64_t eight_bytes(const char *p)
{
    const unsigned char *b = (const unsigned char *)p;
    return b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
           (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 |
           (uint64_t)b[7] << 56;
}

/* The reverse of eight_bytes(). */
static inline void put_eight_bytes(char *p, uint64_t bytes)
{
    p[0] = (char)(bytes);
    p[1] = (char)(bytes >> 8);
    p[2] = (char)(bytes >> 16);
    p[3] = (char)(bytes >> 24);
    p[4] = (char)(bytes >> 32);
    p[5] = (char)(bytes >> 40);
    p[6] = (char)(bytes >> 48);
    p[7] = (char)(bytes >> 56);
}

/* A text of fewer than eight bytes as one number. Two different texts of the same length give two
 * different numbers. Some bytes are in it twice: that is quicker than a branch for each length. */
static inline uint64_t few_bytes(struct str s)
{
    if (s.len < 4)
        return s.len == 0 ? 0
                          : (uint64_t)(unsigned char)s.ptr[0] |
                                (uint64_t)(unsigned char)s.ptr[s.len / 2] << 8 |
                                (uint64_t)(unsigned char)s.ptr[s.len - 1] << 16;
    return four_bytes(s.ptr) | four_bytes(s.ptr + s.len - 4) << 32;
}

/* ascii_lower() of each of the eight: sets 0x20 in bytes from 'A' to 'Z'. The additions carry into
 * the highest bit of a byte and never out of it. */
static inline uint64_t eight_lower(uint64_t bytes)
{
    const uint64_t ones = 0x0101010101010101u, highest = 0x80 * ones;
    uint64_t low = bytes & ~highest;
    uint64_t from_a = low + (0x80 - 'A') * ones, after_z = low + (0x7f - 'Z') * ones;
    return bytes | ((from_a ^ after_z) & ~bytes & highest) >> 2;
}

/* Which of the eight are ASCII lower-case letters, digits or underscores? Their bytes have the
 * highest bit set; everything else is zero. As above, nothing carries out of a byte. */
static inline uint64_t eight_letters(uint64_t bytes)
{
    const uint64_t ones = 0x0101010101010101u, highest = 0x80 * ones;
    uint64_t low = bytes & ~highest;
    uint64_t letter = (low + (0x80 - 'a') * ones) ^ (low + (0x7f - 'z') * ones);
    uint64_t digit = (low + (0x80 - '0') * ones) ^ (low + (0x7f - '9') * ones);
    uint64_t underscore = highest - (low ^ '_' * ones);
    return (letter | digit | underscore) & ~bytes & highest;
}

/* The number of bytes, counted from the first, that have their highest bit set without a gap. */
static inline size_t eight_marked(uint64_t bytes)
{
    uint64_t unmarked = ~bytes & 0x8080808080808080u;
    return unmarked ? (size_t)__builtin_ctzll(unmarked) / 8 : 8;
}

/* Can JSON hold all eight without an escape: is each from 0x20 to 0x7E, and neither a quote nor a
 * backslash? A byte that is not ends up with its highest bit set: it had it, or one of the
 * subtractions borrows (0x20 from less than that, one from zero). Only such a byte borrows from the
 * next. */
static inline bool eight_plain(uint64_t bytes)
{
    const uint64_t ones = 0x0101010101010101u, highest = 0x80 * ones;
    uint64_t quote = bytes ^ '"' * ones, slash = bytes ^ '\\' * ones, last = bytes ^ 0x7F * ones;
    uint64_t other = (quote - ones) | (slash - ones) | (last - ones);
    return ((bytes | (bytes - 0x20 * ones) | other) & highest) == 0;
}

#endif
