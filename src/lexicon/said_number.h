/* said_number.h: a number as a question or a query says it, and another one said the same way.
 *
 * "3" is said in digits, "10,000" in groups of them, "3rd" as an ordinal, "three" in words; 2.5 has
 * one decimal. A number that replaces it keeps all that: "3rd" becomes "5th". */
#ifndef TEQL_LEXICON_SAID_NUMBER_H
#define TEQL_LEXICON_SAID_NUMBER_H

#include "lexicon/lexicon.h"

enum saying { SAID_IN_DIGITS, SAID_AS_ORDINAL, SAID_IN_WORDS };

struct said_number {
    enum saying saying;
    int64_t units;     /* the number times ten to the power of `decimals` */
    uint32_t decimals; /* digits after the point */
    bool grouped;      /* 10,000 */
    bool capital;      /* Three */
};

/* `text` as a number, without a sign. False for anything else: codes that begin with 0, exponents,
 * numbers of more than 15 digits, "3D", and words from "hundred" on, which may be a part of "two
 * hundred". */
bool said_number_read(const struct lexicon *l, struct str text, struct said_number *out);

/* The number that a word spells out, or amounts to as "dozen" does. False for other words. */
bool number_word_value(const struct lexicon *l, struct str word, int64_t *out);

/* The word for a number; empty if it takes several. */
struct str number_word(const struct lexicon *l, uint64_t number);

/* Is it a word for a number, or does it begin with one: "three", "hundred", "twenty-five"? */
bool said_number_is_word(const struct lexicon *l, struct str text);

/* Another number, said as `like` is: `units` of the same decimals. In `a`; empty if it cannot be
 * said so. */
struct str said_number_write(struct arena *a, const struct lexicon *l,
                             const struct said_number *like, int64_t units);

/* What makes 3 "3rd". */
struct str ordinal_ending(int64_t n);

enum number_form {
    NUMBER_IN_DIGITS,    /* 3000 */
    NUMBER_WITH_COMMAS,  /* 3,000; below a thousand none are needed */
    NUMBER_IN_WORDS,     /* three thousand */
    NUMBER_IN_THOUSANDS, /* 300 thousand, 2 million */
    NUMBER_WITH_K,       /* 300K */
    N_NUMBER_FORMS
};

/* The whole number `n`, below 10^15, in that form; ptr NULL if nobody would write it so. In `a`. */
struct str number_write(struct arena *a, const struct lexicon *l, uint64_t n,
                        enum number_form form);

/* Are they the same number, said in any way? */
bool said_number_equal(const struct said_number *x, const struct said_number *y);

/* One whole, in units: 100 for 2.50. */
int64_t said_number_one(const struct said_number *n);

#endif
