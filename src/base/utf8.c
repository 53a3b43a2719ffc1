/* utf8.c: well-formedness by Unicode's table of byte ranges. */
#include "base/utf8.h"

static bool continues(unsigned char c)
{
    return (c & 0xC0) == 0x80;
}

/* The second byte has a narrower range after some first bytes: no overlong form, no surrogate,
 * nothing above U+10FFFF. */
static bool second_fits(unsigned char first, unsigned char second)
{
    switch (first) {
    case 0xE0:
        return second >= 0xA0 && second <= 0xBF;
    case 0xED:
        return second >= 0x80 && second <= 0x9F;
    case 0xF0:
        return second >= 0x90 && second <= 0xBF;
    case 0xF4:
        return second >= 0x80 && second <= 0x8F;
    default:
        return continues(second);
    }
}

size_t utf8_length(struct str s, size_t at)
{
    const unsigned char *p = (const unsigned char *)s.ptr + at;
    size_t left = s.len - at;
    if (p[0] < 0x80)
        return 1;
    size_t n = p[0] >= 0xC2 && p[0] <= 0xDF   ? 2
               : p[0] >= 0xE0 && p[0] <= 0xEF ? 3
               : p[0] >= 0xF0 && p[0] <= 0xF4 ? 4
                                              : 0;
    if (n == 0 || left < n || !second_fits(p[0], p[1]))
        return 0;
    for (size_t i = 2; i < n; i++)
        if (!continues(p[i]))
            return 0;
    return n;
}

bool utf8_valid(struct str s)
{
    for (size_t i = 0; i < s.len;) {
        size_t n = utf8_length(s, i);
        if (n == 0)
            return false;
        i += n;
    }
    return true;
}
