/* official_char.c: tables of code points. */
#include "spider/official_char.h"

#include "base/utf8.h"

struct range {
    uint32_t first, last;
};

/* Not word characters: symbols, punctuation, combining marks that texts are likely to have. */
static const struct range not_word[] = {
    {0x80, 0xA9},     {0xAB, 0xB1},       {0xB4, 0xB4},       {0xB6, 0xB8},        {0xBB, 0xBB},
    {0xBF, 0xBF},     {0xD7, 0xD7},       {0xF7, 0xF7},       {0x2C2, 0x2C5},      {0x2D2, 0x2DF},
    {0x300, 0x36F},   {0x375, 0x375},     {0x37E, 0x37E},     {0x384, 0x385},      {0x387, 0x387},
    {0x3F6, 0x3F6},   {0x2000, 0x206F},   {0x207A, 0x207E},   {0x208A, 0x208F},    {0x20A0, 0x20FF},
    {0x2190, 0x245F}, {0x249C, 0x24E9},   {0x2500, 0x2775},   {0x2794, 0x2BFF},    {0x2E00, 0x2E2E},
    {0x2E30, 0x2FFF}, {0x3000, 0x3004},   {0x3008, 0x3020},   {0x302A, 0x3030},    {0xE000, 0xF8FF},
    {0xFE00, 0xFE6F}, {0xFF00, 0xFF0F},   {0xFF1A, 0xFF20},   {0xFF3B, 0xFF40},    {0xFF5B, 0xFF65},
    {0xFFE0, 0xFFFF}, {0x1F000, 0x1F0FF}, {0x1F10D, 0x1FAFF}, {0xE0000, 0x10FFFF},
};

/* What [A-ZÀ-Ü] matches beyond ASCII when case is ignored; complete. */
static const struct range letters[] = {
    {0xC0, 0xDC}, {0xE0, 0xF6}, {0xF8, 0xFC}, {0x130, 0x131}, {0x17F, 0x17F}, {0x212A, 0x212B},
};

/* Capitals, whose small letter is `distance` further on. With step 2 capitals and small letters
 * alternate. Both have the same length in UTF-8. */
static const struct {
    uint32_t first, last, distance, step;
} capitals[] = {
    {0xC0, 0xD6, 32, 1},     {0xD8, 0xDE, 32, 1},   {0x100, 0x12E, 1, 2},   {0x132, 0x136, 1, 2},
    {0x139, 0x147, 1, 2},    {0x14A, 0x176, 1, 2},  {0x179, 0x17D, 1, 2},   {0x391, 0x3A1, 32, 1},
    {0x3A3, 0x3AB, 32, 1},   {0x400, 0x40F, 80, 1}, {0x410, 0x42F, 32, 1},  {0x460, 0x480, 1, 2},
    {0x48A, 0x4BE, 1, 2},    {0x4D0, 0x52E, 1, 2},  {0x1E00, 0x1E94, 1, 2}, {0x1EA0, 0x1EFE, 1, 2},
    {0xFF21, 0xFF3A, 32, 1},
};

static bool in_ranges(const struct range *ranges, size_t n, uint32_t c)
{
    for (size_t i = 0; i < n; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
}

size_t official_word_at(struct str s, size_t at)
{
    size_t len;
    uint32_t c = utf8_code_point(s, at, &len);
    if (c < 0x80)
        return ascii_letter((int)c) || c == '_' || (c >= '0' && c <= '9');
    return in_ranges(not_word, COUNT_OF(not_word), c) ? 0 : len;
}

size_t official_digit_at(struct str s, size_t at)
{
    size_t len;
    return utf8_digit(s, at, &len) >= 0 ? len : 0;
}

size_t official_letter_at(struct str s, size_t at)
{
    size_t len;
    uint32_t c = utf8_code_point(s, at, &len);
    if (c < 0x80)
        return ascii_letter((int)c);
    return in_ranges(letters, COUNT_OF(letters), c) ? len : 0;
}

size_t official_char_at(struct str s, size_t at)
{
    size_t len;
    utf8_code_point(s, at, &len);
    return len;
}

size_t official_skip_words(struct str s, size_t at)
{
    for (size_t n; (n = official_word_at(s, at));)
        at += n;
    return at;
}

size_t official_skip_digits(struct str s, size_t at)
{
    for (size_t n; (n = official_digit_at(s, at));)
        at += n;
    return at;
}

static uint32_t lower_code_point(uint32_t c)
{
    for (size_t i = 0; i < COUNT_OF(capitals); i++)
        if (c >= capitals[i].first && c <= capitals[i].last)
            return (c - capitals[i].first) % capitals[i].step == 0 ? c + capitals[i].distance : c;
    return c;
}

/* Write a code point of two or three bytes: the table has no others. */
static void put_code_point(char *to, uint32_t c, size_t len)
{
    to[len - 1] = (char)(0x80 | (c & 0x3F));
    if (len == 3)
        to[1] = (char)(0x80 | (c >> 6 & 0x3F));
    to[0] = (char)(len == 2 ? 0xC0 | c >> 6 : 0xE0 | c >> 12);
}

struct str official_lower(struct arena *a, struct str s)
{
    struct str out = arena_str_lower(a, s);
    char *text = (char *)out.ptr;
    for (size_t at = 0, len; at < s.len; at += len) {
        uint32_t c = utf8_code_point(s, at, &len);
        if (len > 1 && lower_code_point(c) != c)
            put_code_point(text + at, lower_code_point(c), len);
    }
    return out;
}
