/* float_text.h: reading decimal numbers, many millions of them.
 *
 * strtof is correct to the last bit and knows locales, hexadecimal and infinities. It takes some
 * four times as long (bench/vectors.c). Here a number is off by at most one unit in the last place,
 * which is less than what the files themselves were rounded to. Safe on any thread. */
#ifndef TEQL_LEXICON_VECTORS_FLOAT_TEXT_H
#define TEQL_LEXICON_VECTORS_FLOAT_TEXT_H

#include <stddef.h>

/* Read the number that begins at `at`: "0.5", "-1.5e-3", ".5", "5.". Returns what follows it, or
 * NULL where no number is, "nan" and "inf" included. One that is too large for a float becomes
 * HUGE_VALF with its sign. The text must end with a byte that is no part of a number, such as a
 * newline: nothing else ends the reading. */
const char *float_text_read(const char *at, float *out);

#endif
