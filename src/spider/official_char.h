/* official_char.h: characters of UTF-8 text by the classes of Python's regular expressions.
 *
 * Each *_at function returns the length in bytes of the character at `at` where it belongs to the
 * class, else 0. Bytes that are no UTF-8 count as characters of their own. Beyond ASCII, classes
 * are told apart as far as text is likely to need it; the tables say how far. */
#ifndef TEQL_SPIDER_OFFICIAL_CHAR_H
#define TEQL_SPIDER_OFFICIAL_CHAR_H

#include "base/arena.h"

#include <stdint.h>

size_t official_word_at(struct str s, size_t at);   /* \w */
size_t official_digit_at(struct str s, size_t at);  /* \d */
size_t official_letter_at(struct str s, size_t at); /* sqlparse's [A-ZÀ-Ü], case ignored */
size_t official_char_at(struct str s, size_t at);   /* any; 0 only at the end */

/* The end of the run of word characters, or digits, that starts at `at`. */
size_t official_skip_words(struct str s, size_t at);
size_t official_skip_digits(struct str s, size_t at);

/* Python's str.lower(), for the letters of Latin, Greek and Cyrillic. */
struct str official_lower(struct arena *a, struct str s);

#endif
