/* number.c: Python's number syntax. */
#include "spider/number.h"

#include "base/utf8.h"

#include <math.h>
#include <stdlib.h>

enum { LONGEST_NUMBER = 400 };

/* A word being read as a number; digits and signs are copied, underscores left out. */
struct scan {
    struct str word;
    size_t at;
    char text[LONGEST_NUMBER + 1];
    size_t len;
};

/* The text is filled as it is read: clearing it would cost more than reading. */
static void scan_init(struct scan *s, struct str word)
{
    s->word = word;
    s->at = s->len = 0;
}

static bool take(struct scan *s, char c)
{
    if (s->at == s->word.len || s->word.ptr[s->at] != c)
        return false;
    s->text[s->len++] = c;
    s->at++;
    return true;
}

/* One digit of any script, as its ASCII digit. */
static bool take_digit(struct scan *s)
{
    size_t len;
    int digit = s->at < s->word.len ? utf8_digit(s->word, s->at, &len) : -1;
    if (digit < 0)
        return false;
    s->text[s->len++] = (char)('0' + digit);
    s->at += len;
    return true;
}

/* Digits, with single underscores between them. */
static bool take_digits(struct scan *s)
{
    if (!take_digit(s))
        return false;
    for (;;) {
        size_t before = s->at;
        s->at += s->at < s->word.len && s->word.ptr[s->at] == '_';
        if (!take_digit(s)) {
            s->at = before;
            return true;
        }
    }
}

static void take_sign(struct scan *s)
{
    if (!take(s, '-'))
        take(s, '+');
}

static bool is_named_number(struct str word, double *out)
{
    bool negative = word.ptr[0] == '-';
    if (negative || word.ptr[0] == '+')
        word = str_slice(word, 1, word.len);
    if (str_eq(word, STR("inf")) || str_eq(word, STR("infinity")))
        *out = negative ? -HUGE_VAL : HUGE_VAL;
    else if (str_eq(word, STR("nan")))
        *out = (double)NAN;
    else
        return false;
    return true;
}

bool spider_float(struct str word, double *out)
{
    if (word.len == 0 || word.len > LONGEST_NUMBER)
        return false;
    if (is_named_number(word, out))
        return true;
    struct scan s;
    scan_init(&s, word);
    take_sign(&s);
    bool whole = take_digits(&s);
    bool fraction = take(&s, '.') && take_digits(&s);
    if (!whole && !fraction)
        return false;
    if (take(&s, 'e')) {
        take_sign(&s);
        if (!take_digits(&s))
            return false;
    }
    s.text[s.len] = '\0';
    if (s.at != word.len)
        return false;
    *out = strtod(s.text, NULL);
    return true;
}

bool spider_int(struct str word, int64_t *out)
{
    if (word.len == 0 || word.len > LONGEST_NUMBER)
        return false;
    struct scan s;
    scan_init(&s, word);
    take_sign(&s);
    if (!take_digits(&s) || s.at != word.len)
        return false;
    s.text[s.len] = '\0';
    *out = strtoll(s.text, NULL, 10);
    return true;
}
