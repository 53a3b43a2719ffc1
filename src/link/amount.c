/* amount.c: reading numbers in digits and in words. */
#include "link/amount.h"

#include <math.h>
#include <stdlib.h>

enum { DIGITS_MAX = 40 };

/* "300k" is 300,000; what follows the digits otherwise is a unit: 200cm. */
static bool word_amount(const struct word *w, double *out)
{
    char digits[DIGITS_MAX];
    size_t n = 0, i = 0;
    if (w->has_number) {
        *out = w->number;
        return true;
    }
    for (; i < w->lower.len && n + 1 < sizeof digits; i++)
        if (ascii_digit(w->lower.ptr[i]) || w->lower.ptr[i] == '.')
            digits[n++] = w->lower.ptr[i];
        else if (w->lower.ptr[i] != ',' && w->lower.ptr[i] != '$')
            break;
    digits[n] = '\0';
    *out = strtod(digits, NULL);
    char unit = i + 1 == w->lower.len ? w->lower.ptr[i] : ' ';
    *out *= unit == 'k' ? 1e3 : unit == 'm' ? 1e6 : 1;
    return w->kind == TOKEN_NUMBER && n > 0;
}

static bool is_three_digits(const struct word *w)
{
    return w->kind == TOKEN_NUMBER && w->has_number && w->text.len == 3;
}

static bool is_number_word(const struct words *w, uint32_t i)
{
    return i < w->count && w->items[i].kind == TOKEN_WORD && w->items[i].has_number;
}

/* Can `next`, below 100, follow what has been said of a number: twenty-one, two hundred (and) five?
 */
static bool can_follow(double said, double next)
{
    double tens = fmod(said, 100);
    return tens == 0 || (tens >= 20 && fmod(tens, 10) == 0 && next < 10 && next > 0);
}

/* "two hundred thousand", "twenty-one", "three thousand five hundred", "one hundred and fifty" */
static void read_words(const struct words *w, uint32_t at, double *out, uint32_t *end)
{
    double whole = 0, said = w->items[at].number, scale = INFINITY;
    *end = at + 1;
    for (;;) {
        bool and = *end < w->count && str_eq(w->items[*end].lower, STR("and")) && said >= 100;
        uint32_t next = *end + and;
        if (!is_number_word(w, next))
            break;
        double number = w->items[next].number;
        if (number == 100 && said > 0 && said < 100 && !and)
            said *= number;
        else if (number >= 1000 && number < scale && said > 0 && said < 1000 && !and) {
            whole += said * (scale = number);
            said = 0;
        } else if (number < 100 && number > 0 && can_follow(said, number) && said + whole > 0)
            said += number;
        else
            break;
        *end = next + 1;
    }
    *out = whole + said;
}

bool amount_at(const struct words *w, uint32_t at, double *out, uint32_t *end)
{
    if (!word_amount(&w->items[at], out))
        return false;
    *end = at + 1;
    if (w->items[at].kind == TOKEN_WORD) {
        read_words(w, at, out, end);
        return true;
    }
    if (*end >= w->count)
        return true;
    const struct word *next = &w->items[*end];
    if (is_number_word(w, *end) && next->number >= 100)
        *out *= next->number;
    else if (is_three_digits(next))
        *out = *out * 1000 + next->number;
    else
        return true;
    ++*end;
    return true;
}
