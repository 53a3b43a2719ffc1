/* number_form.c: numbers in digits and in words. */
#include "rewording/number_form.h"

#include "base/buf.h"
#include "lexicon/said_number.h"

#include <inttypes.h>

enum { WORDS_BELOW = 1000000000, LONGEST_BELOW = 100 };

static void put_words(struct buf *b, const struct lexicon *l, uint64_t n)
{
    static const uint64_t SCALES[] = {1000000, 1000, 100};
    for (size_t i = 0; i < COUNT_OF(SCALES); i++) {
        if (n < SCALES[i])
            continue;
        put_words(b, l, n / SCALES[i]);
        struct str scale = number_word(l, SCALES[i]);
        buf_printf(b, " %.*s", STR_ARG(scale));
        n %= SCALES[i];
        if (n == 0)
            return;
        buf_putc(b, ' ');
    }
    if (n > 20 && n % 10 != 0) {
        buf_put(b, number_word(l, n - n % 10));
        buf_putc(b, '-');
        n %= 10;
    }
    buf_put(b, number_word(l, n));
}

/* 150 and 3,500 are said, 1,234 is read out digit by digit. */
static bool is_said(uint64_t n)
{
    return n <= LONGEST_BELOW || (n < 1000 && n % 10 == 0) || (n < 10000 && n % 500 == 0) ||
           (n < WORDS_BELOW && n % 10000 == 0) || (n < 100000 && n % 1000 == 0);
}

static void put_commas(struct buf *b, uint64_t n)
{
    if (n < 1000) {
        buf_printf(b, "%" PRIu64, n);
        return;
    }
    put_commas(b, n / 1000);
    buf_printf(b, ",%03u", (unsigned)(n % 1000));
}

static bool put_thousands(struct buf *b, uint64_t n)
{
    uint64_t scale = n >= 1000000 ? 1000000 : 1000;
    if (n < 10000 || n % scale != 0)
        return false;
    buf_printf(b, "%" PRIu64 " %s", n / scale, scale == 1000 ? "thousand" : "million");
    return true;
}

static bool put_k(struct buf *b, uint64_t n)
{
    if (n < 10000 || n >= 1000000 || n % 1000 != 0)
        return false;
    buf_printf(b, "%" PRIu64 "K", n / 1000);
    return true;
}

static bool put_number(struct buf *b, const struct lexicon *l, uint64_t n, enum number_form form)
{
    switch (form) {
    case NUMBER_IN_THOUSANDS:
        return put_thousands(b, n);
    case NUMBER_WITH_K:
        return put_k(b, n);
    case NUMBER_WITH_COMMAS:
        put_commas(b, n);
        return true;
    case NUMBER_IN_WORDS:
        if (is_said(n))
            put_words(b, l, n);
        return is_said(n);
    default:
        buf_printf(b, "%" PRIu64, n);
        return true;
    }
}

struct str number_write(struct arena *a, const struct lexicon *l, uint64_t n, enum number_form form)
{
    struct buf b = {0};
    struct str out = {NULL, 0};
    if (put_number(&b, l, n, form))
        out = arena_str(a, buf_str(&b));
    buf_release(&b);
    return out;
}
