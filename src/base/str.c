/* str.c: comparing, searching and trimming byte views. */
#include "base/str.h"

#include "base/eight_bytes.h"

/* The last eight bytes may overlap those before. */
bool str_eq_nocase(struct str a, struct str b)
{
    if (a.len != b.len)
        return false;
    if (a.len < 8)
        return eight_lower(few_bytes(a)) == eight_lower(few_bytes(b));
    for (size_t i = 0; i < a.len - 8; i += 8)
        if (eight_lower(eight_bytes(a.ptr + i)) != eight_lower(eight_bytes(b.ptr + i)))
            return false;
    return eight_lower(eight_bytes(a.ptr + a.len - 8)) ==
           eight_lower(eight_bytes(b.ptr + b.len - 8));
}

bool str_in(struct str s, const struct str *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(s, list[i]))
            return true;
    return false;
}

bool str_among(struct str s, const char *list)
{
    for (const char *end; *list; list = *end ? end + 1 : end) {
        end = list + strcspn(list, " ");
        if ((size_t)(end - list) == s.len && memcmp(list, s.ptr, s.len) == 0)
            return true;
    }
    return false;
}

int str_cmp(struct str a, struct str b)
{
    size_t n = a.len < b.len ? a.len : b.len;
    int order = n ? memcmp(a.ptr, b.ptr, n) : 0;
    if (order)
        return order;
    return a.len < b.len ? -1 : a.len > b.len;
}

int str_cmp_nocase(struct str a, struct str b)
{
    size_t n = a.len < b.len ? a.len : b.len;
    for (size_t i = 0; i < n; i++) {
        unsigned char x = (unsigned char)ascii_lower(a.ptr[i]);
        unsigned char y = (unsigned char)ascii_lower(b.ptr[i]);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return a.len < b.len ? -1 : a.len > b.len;
}

bool str_starts(struct str s, struct str prefix)
{
    return s.len >= prefix.len && str_eq(str_slice(s, 0, prefix.len), prefix);
}

bool str_ends(struct str s, struct str suffix)
{
    return s.len >= suffix.len && str_eq(str_slice(s, s.len - suffix.len, s.len), suffix);
}

size_t str_after_last(struct str s, char mark)
{
    size_t at = s.len;
    while (at > 0 && s.ptr[at - 1] != mark)
        at--;
    return at;
}

size_t str_find(struct str s, struct str needle, size_t from)
{
    if (needle.len == 0)
        return from <= s.len ? from : s.len;
    for (size_t i = from; i + needle.len <= s.len; i++) {
        const char *hit = memchr(s.ptr + i, needle.ptr[0], s.len - needle.len + 1 - i);
        if (!hit)
            break;
        i = (size_t)(hit - s.ptr);
        if (memcmp(hit, needle.ptr, needle.len) == 0)
            return i;
    }
    return s.len;
}

struct str str_split(struct str *rest, char mark)
{
    const char *found = rest->len ? memchr(rest->ptr, mark, rest->len) : NULL;
    size_t end = found ? (size_t)(found - rest->ptr) : rest->len;
    struct str piece = str_slice(*rest, 0, end);
    *rest = found ? str_slice(*rest, end + 1, rest->len) : STR_NONE;
    return piece;
}

struct str str_skip_bom(struct str s)
{
    return str_starts(s, STR("\xEF\xBB\xBF")) ? str_slice(s, 3, s.len) : s;
}

/* Unicode's White_Space beyond ASCII, as its UTF-8 bytes. */
static size_t wide_space_at(const unsigned char *p, size_t left)
{
    if (left >= 2 && p[0] == 0xC2 && (p[1] == 0x85 || p[1] == 0xA0))
        return 2;
    if (left < 3)
        return 0;
    if (p[0] == 0xE1 && p[1] == 0x9A && p[2] == 0x80)
        return 3; /* U+1680 */
    if (p[0] == 0xE2 && p[1] == 0x80 &&
        ((p[2] >= 0x80 && p[2] <= 0x8A) || p[2] == 0xA8 || p[2] == 0xA9 || p[2] == 0xAF))
        return 3; /* U+2000..200A, 2028, 2029, 202F */
    if (p[0] == 0xE2 && p[1] == 0x81 && p[2] == 0x9F)
        return 3; /* U+205F */
    if (p[0] == 0xE3 && p[1] == 0x80 && p[2] == 0x80)
        return 3; /* U+3000 */
    return 0;
}

size_t str_space_at(struct str s, size_t at)
{
    if (at >= s.len)
        return 0;
    unsigned char c = (unsigned char)s.ptr[at];
    if (c < 0x80)
        return ascii_space((char)c) || (c >= 0x1C && c <= 0x1F);
    return wide_space_at((const unsigned char *)s.ptr + at, s.len - at);
}

/* Length of the white space that ends just before s.ptr[end]. */
static size_t space_before(struct str s, size_t end)
{
    if (end > 0 && (unsigned char)s.ptr[end - 1] < 0x80)
        return str_space_at(s, end - 1);
    for (size_t n = 2; n <= 3 && n <= end; n++)
        if (str_space_at(str_slice(s, 0, end), end - n) == n)
            return n;
    return 0;
}

struct str str_trim(struct str s)
{
    size_t n;
    while ((n = str_space_at(s, 0)) > 0)
        s = str_slice(s, n, s.len);
    while ((n = space_before(s, s.len)) > 0)
        s.len -= n;
    return s;
}
