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

struct str utf8_cut(struct str s, size_t max)
{
    if (s.len <= max)
        return s;
    size_t len = max;
    while (len > 0 && max - len < 3 && ((unsigned char)s.ptr[len] & 0xC0) == 0x80)
        len--;
    return str_slice(s, 0, len);
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

uint32_t utf8_code_point(struct str s, size_t at, size_t *len)
{
    *len = 0;
    if (at >= s.len)
        return 0;
    const unsigned char *p = (const unsigned char *)s.ptr + at;
    size_t n = utf8_length(s, at);
    *len = n ? n : 1;
    if (n <= 1)
        return n ? p[0] : 0xFFFD;
    uint32_t c = n == 2 ? p[0] & 0x1Fu : n == 3 ? p[0] & 0x0Fu : p[0] & 0x07u;
    for (size_t i = 1; i < n; i++)
        c = c << 6 | (p[i] & 0x3Fu);
    return c;
}

/* The zeros of Unicode's decimal digits beyond ASCII, ascending; the other nine follow each. */
static const uint32_t ZEROS[] = {
    0x660,   0x6F0,   0x7C0,   0x966,   0x9E6,   0xA66,   0xAE6,   0xB66,   0xBE6,   0xC66,
    0xCE6,   0xD66,   0xDE6,   0xE50,   0xED0,   0xF20,   0x1040,  0x1090,  0x17E0,  0x1810,
    0x1946,  0x19D0,  0x1A80,  0x1A90,  0x1B50,  0x1BB0,  0x1C40,  0x1C50,  0xA620,  0xA8D0,
    0xA900,  0xA9D0,  0xA9F0,  0xAA50,  0xABF0,  0xFF10,  0x104A0, 0x10D30, 0x11066, 0x110F0,
    0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730, 0x118E0, 0x11950,
    0x11C50, 0x11D50, 0x11DA0, 0x16A60, 0x16AC0, 0x16B50, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC,
    0x1D7F6, 0x1E140, 0x1E2F0, 0x1E950, 0x1FBF0,
};

int utf8_digit(struct str s, size_t at, size_t *len)
{
    uint32_t c = utf8_code_point(s, at, len);
    if (c < 0x80)
        return *len && ascii_digit((char)c) ? (int)c - '0' : -1;
    for (size_t i = 0; i < COUNT_OF(ZEROS) && ZEROS[i] <= c; i++)
        if (c < ZEROS[i] + 10)
            return (int)(c - ZEROS[i]);
    return -1;
}

size_t utf8_encode(uint32_t code, char out[4])
{
    static const unsigned char FIRST[] = {0, 0, 0xC0, 0xE0, 0xF0};
    size_t len = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = len; i-- > 1; code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(FIRST[len] | code);
    return len;
}
