/* said_number.c: reading and writing numbers in digits and in words. */
#include "lexicon/said_number.h"

#include "lexicon/word_fact.h"

#include <inttypes.h>
#include <stdio.h>

enum { MAX_DIGITS = 15, GROUP = 3, SAID_IN_WORDS_MAX = 100 };

/* Words */

bool number_word_value(const struct lexicon *l, struct str word, int64_t *out)
{
    struct str digits = fact_value(l, FACT_NUMBER, word);
    if (!digits.ptr)
        digits = fact_value(l, FACT_AMOUNTS_TO, word);
    *out = 0;
    for (size_t i = 0; i < digits.len; i++)
        *out = 10 * *out + (digits.ptr[i] - '0');
    return digits.ptr != NULL;
}

struct str number_word(const struct lexicon *l, uint64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    const struct word_fact *f = fact_with(l, FACT_NUMBER, str_from(digits));
    return f ? f->line->word : STR("");
}

/* Twenty-five: a ten and a one. Larger ones take several words, and "dozen" is not what is said for
 * 12. */
static bool read_words(const struct lexicon *l, struct str text, int64_t *out)
{
    if (fact_of(l, FACT_NUMBER, text))
        return number_word_value(l, text, out) && *out < SAID_IN_WORDS_MAX;
    int64_t ones;
    struct str rest = text, tens = str_split(&rest, '-');
    if (!rest.ptr || !number_word_value(l, tens, out) || !number_word_value(l, rest, &ones) ||
        *out < 20 || *out % 10 || *out >= SAID_IN_WORDS_MAX || ones <= 0 || ones >= 10)
        return false;
    *out += ones;
    return true;
}

/* Of `n` below a thousand million. */
static struct str write_words(struct arena *a, const struct lexicon *l, uint64_t n)
{
    static const uint64_t SCALES[] = {1000000, 1000, 100};
    for (size_t i = 0; i < COUNT_OF(SCALES); i++) {
        if (n < SCALES[i])
            continue;
        struct str out =
            ARENA_CONCAT(a, write_words(a, l, n / SCALES[i]), STR(" "), number_word(l, SCALES[i]));
        uint64_t rest = n % SCALES[i];
        return rest ? ARENA_CONCAT(a, out, STR(" "), write_words(a, l, rest)) : out;
    }
    if (n <= 20 || n % 10 == 0)
        return number_word(l, n);
    struct str tens = number_word(l, n - n % 10), ones = number_word(l, n % 10);
    return tens.len > 0 && ones.len > 0 ? ARENA_CONCAT(a, tens, STR("-"), ones) : STR("");
}

/* Digits */

/* The length of "12", "12,345" or "12.5" at the beginning of `text`; or 0. */
static size_t read_digits(struct str text, struct said_number *out)
{
    size_t at = 0, digits = 0, since = 0; /* since the last comma */
    bool point = false;
    for (; at < text.len; at++) {
        char c = text.ptr[at];
        bool digit_follows = at + 1 < text.len && ascii_digit(text.ptr[at + 1]);
        if (ascii_digit(c)) {
            if (++digits > MAX_DIGITS)
                return 0;
            out->units = 10 * out->units + (c - '0');
            out->decimals += point;
            since++;
        } else if (c == ',' && !point && digit_follows && since > 0 &&
                   (out->grouped ? since == GROUP : since <= GROUP)) {
            out->grouped = true;
            since = 0;
        } else if (c == '.' && !point && digit_follows && since > 0) {
            point = true;
        } else {
            break;
        }
    }
    bool whole_groups = !out->grouped || (since - out->decimals) == GROUP;
    bool code = digits - out->decimals > 1 && text.ptr[0] == '0';
    return whole_groups && !code ? at : 0;
}

struct str ordinal_ending(int64_t n)
{
    if (n % 100 >= 11 && n % 100 <= 13)
        return STR("th");
    return n % 10 == 1 ? STR("st") : n % 10 == 2 ? STR("nd") : n % 10 == 3 ? STR("rd") : STR("th");
}

static struct str write_digits(struct arena *a, const struct said_number *like, int64_t units)
{
    char out[2 * MAX_DIGITS + 8];
    size_t at = sizeof out;
    uint32_t written = 0;
    for (; units > 0 || written <= like->decimals; written++, units /= 10) {
        if (written > 0 && written == like->decimals)
            out[--at] = '.';
        uint32_t whole = written - like->decimals;
        if (like->grouped && written > like->decimals && whole % GROUP == 0)
            out[--at] = ',';
        out[--at] = (char)('0' + units % 10);
    }
    return arena_str(a, (struct str){out + at, sizeof out - at});
}

bool said_number_read(const struct lexicon *l, struct str text, struct said_number *out)
{
    *out = (struct said_number){.saying = SAID_IN_DIGITS};
    if (text.len == 0)
        return false;
    size_t len = read_digits(text, out);
    if (len > 0 && len == text.len)
        return true;
    if (len > 0) {
        out->saying = SAID_AS_ORDINAL;
        return out->decimals == 0 &&
               str_eq_nocase(str_slice(text, len, text.len), ordinal_ending(out->units));
    }
    *out = (struct said_number){.saying = SAID_IN_WORDS, .capital = ascii_capital(text.ptr[0])};
    return read_words(l, text, &out->units);
}

struct str said_number_write(struct arena *a, const struct lexicon *l,
                             const struct said_number *like, int64_t units)
{
    if (units < 0)
        return STR("");
    if (like->saying == SAID_IN_WORDS) {
        struct str word = units < SAID_IN_WORDS_MAX ? write_words(a, l, (uint64_t)units) : STR("");
        return like->capital ? arena_str_capital(a, word) : word;
    }
    struct str digits = write_digits(a, like, units);
    if (like->saying == SAID_IN_DIGITS)
        return digits;
    return arena_printf(a, "%.*s%.*s", STR_ARG(digits), STR_ARG(ordinal_ending(units)));
}

/* 150 and 3,500 are said, 1,234 is read out digit by digit. */
static bool is_said(uint64_t n)
{
    return n <= 100 || (n < 1000 && n % 10 == 0) || (n < 10000 && n % 500 == 0) ||
           (n < 1000000000 && n % 10000 == 0) || (n < 100000 && n % 1000 == 0);
}

struct str number_write(struct arena *a, const struct lexicon *l, uint64_t n, enum number_form form)
{
    const struct said_number digits = {.grouped = form == NUMBER_WITH_COMMAS};
    const uint64_t scale = n >= 1000000 && form == NUMBER_IN_THOUSANDS ? 1000000 : 1000;
    bool round = n >= 10000 && n % scale == 0;
    switch (form) {
    case NUMBER_IN_THOUSANDS:
        return round ? arena_printf(a, "%" PRIu64 " %s", n / scale,
                                    scale == 1000 ? "thousand" : "million")
                     : STR_NONE;
    case NUMBER_WITH_K:
        return round && n < 1000000 ? arena_printf(a, "%" PRIu64 "K", n / scale) : STR_NONE;
    case NUMBER_IN_WORDS:
        return is_said(n) ? write_words(a, l, n) : STR_NONE;
    default:
        return said_number_write(a, l, &digits, (int64_t)n);
    }
}

bool said_number_is_word(const struct lexicon *l, struct str text)
{
    int64_t value;
    struct str tens = str_split(&text, '-');
    return number_word_value(l, tens, &value);
}

int64_t said_number_one(const struct said_number *n)
{
    int64_t one = 1;
    for (uint32_t i = 0; i < n->decimals; i++)
        one *= 10;
    return one;
}

/* 15 digits times ten to the 15th could pass int64_t: the shorter one is lengthened, and its whole
 * part compared first. */
bool said_number_equal(const struct said_number *x, const struct said_number *y)
{
    int64_t one_x = said_number_one(x), one_y = said_number_one(y);
    if (x->units / one_x != y->units / one_y)
        return false;
    int64_t rest_x = x->units % one_x, rest_y = y->units % one_y;
    for (; one_x < one_y; one_x *= 10)
        rest_x *= 10;
    for (; one_y < one_x; one_y *= 10)
        rest_y *= 10;
    return rest_x == rest_y;
}
