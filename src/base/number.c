/* number.c: shortest decimal text of a double. */
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The digits (without point) and decimal exponent of the shortest "%.*e" that reads back as x > 0.
 */
static int shortest_digits(double x, char digits[20])
{
    char text[40];
    for (int precision = 0; precision < 17; precision++) {
        snprintf(text, sizeof text, "%.*e", precision, x);
        if (strtod(text, NULL) == x)
            break;
    }
    char *e = strchr(text, 'e');
    size_t n = 0;
    for (const char *p = text; p < e; p++)
        if (*p >= '0' && *p <= '9')
            digits[n++] = *p;
    digits[n] = '\0';
    return atoi(e + 1);
}

size_t number_format(double x, char out[NUMBER_TEXT_MAX])
{
    if (isnan(x) || isinf(x))
        return (size_t)snprintf(out, NUMBER_TEXT_MAX, "%s",
                                isnan(x) ? "nan" : (x < 0 ? "-inf" : "inf"));
    const char *sign = signbit(x) ? "-" : "";
    if (x == 0)
        return (size_t)snprintf(out, NUMBER_TEXT_MAX, "%s0.0", sign);
    char digits[20];
    int exponent = shortest_digits(fabs(x), digits);
    int n = (int)strlen(digits);
    int written;
    if (exponent < -4 || exponent >= 16) /* Python's bounds for the exponent form */
        written = snprintf(out, NUMBER_TEXT_MAX, "%s%c%s%se%c%02d", sign, digits[0],
                           n > 1 ? "." : "", digits + 1, exponent < 0 ? '-' : '+', abs(exponent));
    else if (exponent < 0)
        written = snprintf(out, NUMBER_TEXT_MAX, "%s0.%.*s%s", sign, -exponent - 1, "000", digits);
    else if (n > exponent + 1)
        written = snprintf(out, NUMBER_TEXT_MAX, "%s%.*s.%s", sign, exponent + 1, digits,
                           digits + exponent + 1);
    else
        written = snprintf(out, NUMBER_TEXT_MAX, "%s%s%.*s.0", sign, digits, exponent + 1 - n,
                           "0000000000000000");
    return (size_t)written;
}

bool number_read(struct str s, double *out)
{
    enum { LONGEST = 40 };
    char text[LONGEST + 1], *end;
    if (s.len == 0 || s.len > LONGEST || !(ascii_digit(s.ptr[0]) || s.ptr[0] == '.'))
        return false;
    for (size_t i = 0; i < s.len; i++)
        if (!ascii_digit(s.ptr[i]) && !memchr(".eE+-", s.ptr[i], 5))
            return false;
    memcpy(text, s.ptr, s.len);
    text[s.len] = '\0';
    *out = strtod(text, &end);
    return *end == '\0' && end > text && isfinite(*out);
}

bool count_read(struct str s, uint64_t most, uint64_t *out)
{
    uint64_t n = 0;
    for (size_t i = 0; i < s.len; i++) {
        uint64_t digit = (uint64_t)(s.ptr[i] - '0');
        if (!ascii_digit(s.ptr[i]) || digit > most || n > (most - digit) / 10)
            return false;
        n = n * 10 + digit;
    }
    *out = n;
    return s.len > 0;
}

int number_compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}
