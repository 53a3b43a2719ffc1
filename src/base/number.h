/* number.h: doubles as text, the way Python's repr() writes them, and back.
 *
 * The official scripts sort rows by that text, and JSON readers expect it. */
#ifndef TEQL_BASE_NUMBER_H
#define TEQL_BASE_NUMBER_H

#include "base/str.h"

#include <stdint.h>

enum { NUMBER_TEXT_MAX = 32 };

/* The shortest decimal that reads back as `x`: "1.0", "0.1", "1e+16", "inf", "nan". Writes at most
 * NUMBER_TEXT_MAX bytes, NUL included, and returns the length. Thread-safe; ignores the locale. */
size_t number_format(double x, char out[NUMBER_TEXT_MAX]);

/* A decimal number from 0, as people write it: "5", "0.5", "1e-3". False for anything else, signs,
 * hexadecimal and infinity included. */
bool number_read(struct str s, double *out);

/* A whole number in digits, at most `most`. False for anything else, the empty text included. */
bool count_read(struct str s, uint64_t most, uint64_t *out);

/* Digits of the longest count. */
enum { NUMBER_DIGITS = 20 };

/* A count in decimal digits, in `room`. Quicker than printf, for code that writes many. */
static inline struct str number_digits(uint64_t n, char room[NUMBER_DIGITS])
{
    size_t at = NUMBER_DIGITS;
    do
        room[--at] = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    return (struct str){room + at, NUMBER_DIGITS - at};
}

/* For qsort and bsearch: which of two uint32_t is less. */
int number_compare(const void *a, const void *b);

/* The "s" of "seeds", if there are not one but `n`. */
static inline const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

#endif
