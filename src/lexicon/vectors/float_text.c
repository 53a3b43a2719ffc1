/* float_text.c: a whole number and a power of ten, then one division. */
#include "lexicon/vectors/float_text.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    EXACT_POWER = 22,   /* the last power of ten that a double has exactly */
    EXACT_DIGITS = 19,  /* so many always fit into 64 bits */
    EXPONENT_MAX = 9999 /* larger ones say no more */
};

static const double POWERS[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                               1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                               1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* A number taken apart: its digits as they stand, without the point, times a power of ten. */
struct decimal {
    uint64_t digits;
    int power;
};

static inline bool take_digit(const char **at, uint64_t *digits)
{
    unsigned digit = (unsigned)(unsigned char)**at - '0';
    if (digit > 9)
        return false;
    *digits = *digits * 10 + digit;
    ++*at;
    return true;
}

/* Digits that would not fit are left out, and those before the point counted. */
static void read_long(const char *at, struct decimal *out)
{
    bool point = false;
    *out = (struct decimal){0, 0};
    for (;; at++) {
        bool room = out->digits < UINT64_MAX / 10 - 1, digit = *at >= '0' && *at <= '9';
        if (!digit && (*at != '.' || point))
            return;
        if (!digit)
            point = true;
        else if (room)
            out->digits = out->digits * 10 + (uint64_t)(*at - '0');
        if (digit && room == point && out->power > -EXPONENT_MAX && out->power < EXPONENT_MAX)
            out->power += room ? -1 : 1;
    }
}

/* Digits, with a point among them or not; NULL where there is no digit. */
static inline const char *read_digits(const char *at, struct decimal *out)
{
    const char *begin = at, *point = NULL;
    out->digits = 0;
    while (take_digit(&at, &out->digits))
        continue;
    if (*at == '.') {
        point = at++;
        while (take_digit(&at, &out->digits))
            continue;
    }
    long n = at - begin - (point ? 1 : 0);
    out->power = point ? (int)-(at - point - 1) : 0;
    if (n > EXACT_DIGITS)
        read_long(begin, out);
    return n ? at : NULL;
}

/* The exponent behind an "e"; NULL where there is none. */
static const char *read_exponent(const char *at, int *out)
{
    bool negative = *at == '-';
    at += negative || *at == '+';
    if (*at < '0' || *at > '9')
        return NULL;
    int value = 0;
    for (; *at >= '0' && *at <= '9'; at++)
        value = value < EXPONENT_MAX ? value * 10 + (*at - '0') : value;
    *out = negative ? -value : value;
    return at;
}

static double scale(struct decimal d)
{
    double value = (double)d.digits;
    if (d.power >= -EXACT_POWER && d.power <= 0)
        return value / POWERS[-d.power];
    while (d.power > 0 && value != 0 && value <= DBL_MAX) {
        int step = d.power < EXACT_POWER ? d.power : EXACT_POWER;
        value *= POWERS[step];
        d.power -= step;
    }
    while (d.power < 0 && value != 0) {
        int step = -d.power < EXACT_POWER ? -d.power : EXACT_POWER;
        value /= POWERS[step];
        d.power += step;
    }
    return value;
}

const char *float_text_read(const char *at, float *out)
{
    struct decimal d;
    int exponent = 0;
    bool negative = *at == '-';
    at += negative || *at == '+';
    at = read_digits(at, &d);
    if (at && (*at == 'e' || *at == 'E'))
        at = read_exponent(at + 1, &exponent);
    if (!at)
        return NULL;
    d.power += exponent;
    double value = scale(d);
    float size = value > FLT_MAX ? HUGE_VALF : (float)value;
    *out = negative ? -size : size;
    return at;
}
