/* official_char.h: characters of UTF-8 text by the classes of Python's regular expressions.
 *
 * Each *_at function returns the length in bytes of the character at `at` if it belongs to the
 * class, else 0. A byte that is not UTF-8 is a character of its own. Beyond ASCII the classes are
 * right for the characters that texts are likely to have; see the tables. */
#ifndef TEQL_SPIDER_OFFICIAL_CHAR_H
#define TEQL_SPIDER_OFFICIAL_CHAR_H

#include "base/arena.h"

#include <stdint.h>

size_t official_word_at(struct str s, size_t at);   /* \w */
size_t official_digit_at(struct str s, size_t at);  /* \d */
size_t official_letter_at(struct str s, size_t at); /* sqlparse's [A-ZÀ-Ü], case ignored */
size_t official_char_at(struct str s, size_t at);   /* any; 0 only at the end */

/* The byte at `at`, or NUL beyond the end. */
static inline char official_byte_at(struct str s, size_t at)
{
    return at < s.len ? s.ptr[at] : '\0';
}

/* Is `c` one of the bytes of `set`? NUL never is. */
static inline bool official_is_any(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

/* The end of the run of word characters, or digits, that starts at `at`. */
size_t official_skip_words(struct str s, size_t at);
size_t official_skip_digits(struct str s, size_t at);

/* Python's str.lower(), for the letters of Latin, Greek and Cyrillic. */
struct str official_lower(struct arena *a, struct str s);

#endif
