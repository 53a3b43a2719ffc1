/* str.h: a view of bytes that somebody else owns.
 *
 * A str is not NUL-terminated and may contain NUL bytes. Every function takes it by value, never
 * keeps it, and is safe on any thread. Case folding is ASCII only, as SQLite's is for names. */
#ifndef TEQL_BASE_STR_H
#define TEQL_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct str {
    const char *ptr; /* may be NULL when len is 0 */
    size_t len;
};

/* A str of a string literal, usable as a constant initialiser. */
#define STR_INIT(literal)                                                                          \
    {                                                                                              \
        (literal), sizeof(literal) - 1                                                             \
    }
#define STR(literal) ((struct str)STR_INIT(literal))

/* No text at all, which is not the same as an empty one. */
#define STR_NONE ((struct str){NULL, 0})

/* The number of elements of an array, which must not be a pointer. */
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* For printf: "%.*s", STR_ARG(s). Longer than INT_MAX is cut, which only shortens a message. */
#define STR_ARG(s) (int)((s).len > 0x7fffffff ? 0x7fffffff : (s).len), (s).ptr

static inline struct str str_from(const char *z)
{
    return (struct str){z, z ? strlen(z) : 0};
}

/* From `start` to `end`, which is not included. */
static inline struct str str_slice(struct str s, size_t start, size_t end)
{
    return (struct str){start ? s.ptr + start : s.ptr, end - start}; /* C has no NULL + 0 */
}

static inline bool str_eq(struct str a, struct str b)
{
    /* Most that differ do so in their first byte, and need no call. */
    return a.len == b.len &&
           (a.len == 0 || (a.ptr[0] == b.ptr[0] && memcmp(a.ptr, b.ptr, a.len) == 0));
}

static inline char ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

/* The ascii_* tests take a char, signed or not. */
static inline bool ascii_small(int c)
{
    return c >= 'a' && c <= 'z';
}

static inline bool ascii_capital(int c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool ascii_letter(int c)
{
    return ascii_small(c | 0x20);
}

static inline bool ascii_digit(int c)
{
    return c >= '0' && c <= '9';
}

/* What a hexadecimal digit stands for; -1 for anything else. */
static inline int ascii_hex_digit(int c)
{
    int letter = c | 0x20;
    if (ascii_digit(c))
        return c - '0';
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

/* A byte of a word: a letter, a digit, an underscore, or of a character beyond ASCII. */
static inline bool ascii_word(int c)
{
    return ascii_letter(c) || ascii_digit(c) || c == '_' || (c & 0x80);
}

static inline bool ascii_space(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Equal but for ASCII case. */
bool str_eq_nocase(struct str a, struct str b);

/* Is `s` one of the `n` of the list? */
bool str_in(struct str s, const struct str *list, size_t n);

/* The same for an array of them. */
#define STR_IN(s, array) str_in(s, array, COUNT_OF(array))

/* Is `s` one of the words of `list`, which have one blank between: "a an the"? */
bool str_among(struct str s, const char *list);

/* Are all bytes of this kind, as ascii_digit says? True for the empty text. */
static inline bool str_all(struct str s, bool (*is)(int c))
{
    size_t i = 0;
    while (i < s.len && is(s.ptr[i]))
        i++;
    return i == s.len;
}

/* Is any byte? */
static inline bool str_any(struct str s, bool (*is)(int c))
{
    size_t i = 0;
    while (i < s.len && !is(s.ptr[i]))
        i++;
    return i < s.len;
}

/* <0, 0 or >0, by unsigned bytes, a proper prefix first. */
int str_cmp(struct str a, struct str b);

/* The same after folding ASCII case. */
int str_cmp_nocase(struct str a, struct str b);

bool str_starts(struct str s, struct str prefix);
bool str_ends(struct str s, struct str suffix);

/* First place of `needle` at or after `from`, or s.len. */
size_t str_find(struct str s, struct str needle, size_t from);

/* Where the text after the last `mark` begins; 0 without a mark. */
size_t str_after_last(struct str s, char mark);

/* The text before the first `mark`; *rest goes on after it. Without a mark it is all of *rest,
 * which then has a NULL ptr: for (struct str word; rest.ptr;) word = str_split(&rest, ','); */
struct str str_split(struct str *rest, char mark);

/* Without the white space of Python's str.strip() at either end: ASCII space and control
 * separators, and the Unicode spaces in UTF-8. */
struct str str_trim(struct str s);

/* Without the byte order mark that some editors put before UTF-8. */
struct str str_skip_bom(struct str s);

/* Length in bytes of the Unicode white space (UTF-8) that starts at s.ptr[at], or 0. */
size_t str_space_at(struct str s, size_t at);

#endif
