/* utf8.h: well-formed UTF-8, and its characters. */
#ifndef TEQL_BASE_UTF8_H
#define TEQL_BASE_UTF8_H

#include "base/str.h"

#include <stdint.h>

/* Length of the well-formed sequence (Unicode, table 3-7) that starts at s.ptr[at], 1 to 4; or 0.
 * `at` must be below s.len. */
size_t utf8_length(struct str s, size_t at);

bool utf8_valid(struct str s);

/* The first `max` bytes of `s` at most, without a character that the cut would go through. */
struct str utf8_cut(struct str s, size_t max);

/* The code point at s.ptr[at] and the length of its sequence. A byte that starts none is U+FFFD of
 * length 1; at the end of `s` both are 0. */
uint32_t utf8_code_point(struct str s, size_t at, size_t *len);

/* The bytes of a code point up to U+10FFFF, and how many they are. */
size_t utf8_encode(uint32_t code, char out[4]);

/* The value 0 to 9 of the decimal digit of any script (Unicode category Nd) at s.ptr[at], with its
 * length in *len; or -1. */
int utf8_digit(struct str s, size_t at, size_t *len);

#endif
