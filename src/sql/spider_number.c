/* spider_number.c: Python's number syntax. */
#include "sql/spider_number.h"

#include <errno.h>
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

static bool take(struct scan *s, char c)
{
    if (s->at == s->word.len || s->word.ptr[s->at] != c)
        return false;
    s->text[s->len++] = c;
    s->at++;
    return true;
}

/* Digits with single underscores between them. */
static bool take_digits(struct scan *s)
{
    size_t before = s->len;
    while (s->at < s->word.len) {
        char c = s->word.ptr[s->at];
        bool between = c == '_' && s->len > before && s->word.ptr[s->at - 1] != '_' &&
                       s->at + 1 < s->word.len && ascii_digit(s->word.ptr[s->at + 1]);
        if (!ascii_digit(c) && !between)
            break;
        if (!between)
            s->text[s->len++] = c;
        s->at++;
    }
    return s->len > before;
}

static void take_sign(struct scan *s)
{
    if (!take(s, '-'))
        take(s, '+');
}

static bool named(struct str word, double *out)
{
    bool negative = word.len > 0 && word.ptr[0] == '-';
    if (word.len > 0 && (word.ptr[0] == '-' || word.ptr[0] == '+'))
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
    char c = word.ptr[0];
    if (c == 'i' || c == 'n' || (word.len > 1 && (word.ptr[1] == 'i' || word.ptr[1] == 'n')))
        return named(word, out);
    if (!ascii_digit(c) && c != '.' && c != '-' && c != '+')
        return false;
    struct scan s = {.word = word};
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
    struct scan s = {.word = word};
    take_sign(&s);
    if (!take_digits(&s) || s.at != word.len)
        return false;
    s.text[s.len] = '\0';
    *out = strtoll(s.text, NULL, 10);
    return true;
}
