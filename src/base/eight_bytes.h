/* eight_bytes.h: names read and folded eight bytes at a time, for what is compared and looked up a
 * million times a second. */
#ifndef TEQL_BASE_EIGHT_BYTES_H
#define TEQL_BASE_EIGHT_BYTES_H

#include "base/str.h"

#include <stdint.h>

/* The eight bytes at `p`. */
static inline uint64_t eight_bytes(const char *p)
{
    uint64_t bytes;
    memcpy(&bytes, p, sizeof bytes);
    return bytes;
}

/* A text of fewer than eight bytes as one number: of two texts of one length, another number for
 * another text. Some bytes are in it twice, which is quicker than to ask how many there are. */
static inline uint64_t few_bytes(struct str s)
{
    uint32_t first, last;
    if (s.len < 4)
        return s.len == 0 ? 0
                          : (uint64_t)(unsigned char)s.ptr[0] |
                                (uint64_t)(unsigned char)s.ptr[s.len / 2] << 8 |
                                (uint64_t)(unsigned char)s.ptr[s.len - 1] << 16;
    memcpy(&first, s.ptr, sizeof first);
    memcpy(&last, s.ptr + s.len - sizeof last, sizeof last);
    return first | (uint64_t)last << 32;
}

/* ascii_lower of each of the eight: 0x20 is set in bytes from 'A' to 'Z'. The additions carry into
 * the highest bit of a byte and never out of it. */
static inline uint64_t eight_lower(uint64_t bytes)
{
    const uint64_t ones = 0x0101010101010101u, highest = 0x80 * ones;
    uint64_t low = bytes & ~highest;
    uint64_t from_a = low + (0x80 - 'A') * ones, behind_z = low + (0x7f - 'Z') * ones;
    return bytes | ((from_a ^ behind_z) & ~bytes & highest) >> 2;
}

/* In which of the eight is a letter, a digit or an underscore, in ASCII? Letters are lower case.
 * The highest bit of their bytes is set, all else is zero. As above, nothing carries out of a byte.
 */
static inline uint64_t eight_letters(uint64_t bytes)
{
    const uint64_t ones = 0x0101010101010101u, highest = 0x80 * ones;
    uint64_t low = bytes & ~highest;
    uint64_t letter = (low + (0x80 - 'a') * ones) ^ (low + (0x7f - 'z') * ones);
    uint64_t digit = (low + (0x80 - '0') * ones) ^ (low + (0x7f - '9') * ones);
    uint64_t underscore = highest - (low ^ '_' * ones);
    return (letter | digit | underscore) & ~bytes & highest;
}

/* How many of the eight bytes, from the first on, have their highest bit set. */
static inline size_t eight_marked(uint64_t bytes)
{
    uint64_t unmarked = ~bytes & 0x8080808080808080u;
    if (unmarked == 0)
        return 8;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return (size_t)__builtin_ctzll(unmarked) / 8;
#else
    return (size_t)__builtin_clzll(unmarked) / 8;
#endif
}

/* Is each of the eight a byte that JSON writes as it is: from 0x20 to 0x7E, but neither a quote nor
 * a backslash? What is not shows in the highest bit of its byte: it is there already, or the
 * subtraction sets it, of 0x20 from less than that, of one from zero. Only such a byte borrows from
 * the next. */
static inline bool eight_plain(uint64_t bytes)
{
    const uint64_t ones = 0x0101010101010101u, highest = 0x80 * ones;
    uint64_t quote = bytes ^ '"' * ones, slash = bytes ^ '\\' * ones, last = bytes ^ 0x7F * ones;
    uint64_t other = (quote - ones) | (slash - ones) | (last - ones);
    return ((bytes | (bytes - 0x20 * ones) | other) & highest) == 0;
}

#endif
