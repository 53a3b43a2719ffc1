/* word_forms.c: the forms of words that are compared with names, and the amounts that they say. */
#include "link/words.h"

#include "lexicon/said_number.h"
#include "lexicon/word_fact.h"

#include <math.h>
#include <stdlib.h>

enum { NUMBER_MAX = 40 };

static bool is_plain(char c)
{
    return ascii_digit(c) || ascii_small(c) || (unsigned char)c >= 0x80;
}

struct str plain_text(struct arena *a, struct str text)
{
    text = without_accents(a, text);
    char *out = arena_alloc(a, text.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = ascii_lower(text.ptr[i]);
        if (is_plain(c))
            out[n++] = c;
        else if (n > 0 && out[n - 1] != ' ')
            out[n++] = ' ';
    }
    while (n > 0 && out[n - 1] == ' ')
        n--;
    out[n] = '\0';
    return (struct str){out, n};
}

static struct str without_quotes(struct str s)
{
    size_t quote = (unsigned char)s.ptr[0] >= 0x80 ? 3 : 1; /* “ has three bytes */
    return s.len >= 2 * quote ? str_slice(s, quote, s.len - quote) : s;
}

static struct str without_possessive(struct str s)
{
    static const struct str endings[] = {STR_INIT("'s"), STR_INIT("\xe2\x80\x99s"), STR_INIT("'"),
                                         STR_INIT("\xe2\x80\x99")};
    for (size_t i = 0; i < COUNT_OF(endings); i++)
        if (s.len > endings[i].len && str_ends(s, endings[i]))
            return str_slice(s, 0, s.len - endings[i].len);
    return s;
}

/* The digits of a number, without the commas between thousands. */
static bool read_digits(struct str s, double *out)
{
    char digits[NUMBER_MAX];
    size_t n = 0;
    for (size_t i = 0; i < s.len; i++) {
        if (s.ptr[i] == ',')
            continue;
        if ((!ascii_digit(s.ptr[i]) && s.ptr[i] != '.') || n + 1 >= sizeof digits)
            return false;
        digits[n++] = s.ptr[i];
    }
    digits[n] = '\0';
    char *end;
    *out = strtod(digits, &end);
    return n > 0 && *end == '\0';
}

static bool read_number(const struct lexicon *l, const struct word *w, double *out)
{
    int64_t number;
    if (w->kind == TOKEN_NUMBER)
        return read_digits(w->text, out);
    if (w->kind != TOKEN_WORD || !number_word_value(l, w->lower, &number))
        return false;
    *out = (double)number;
    return true;
}

enum { SHORTEST_STEM = 3 };

static void add_stem(struct word *w, struct str stem)
{
    if (w->n_stems < WORD_STEMS)
        w->stems[w->n_stems++] = stem;
}

static void add_verb_nouns(const struct lexicon *l, struct word *w)
{
    for (const struct word_fact *f = fact_of(l, FACT_ACT, w->lower); f; f = f->next)
        for (uint32_t i = 0; i < f->n_values; i++)
            add_stem(w, f->values[i]);
}

static void add_verb_stems(struct arena *a, struct word *w)
{
    size_t ending = str_ends(w->lower, STR("ing")) ? 3 : str_ends(w->lower, STR("ed")) ? 2 : 0;
    if (ending == 0 || w->lower.len < ending + SHORTEST_STEM)
        return;
    struct str stem = str_slice(w->lower, 0, w->lower.len - ending);
    add_stem(w, stem);
    add_stem(w, arena_printf(a, "%.*se", STR_ARG(stem)));
    if (stem.ptr[stem.len - 1] == stem.ptr[stem.len - 2])
        add_stem(w, str_slice(stem, 0, stem.len - 1));
    if (ending == 2) {
        w->agents[w->n_agents++] = arena_printf(a, "%.*ser", STR_ARG(stem));
        w->agents[w->n_agents++] = arena_printf(a, "%.*sor", STR_ARG(stem));
    }
}

/* Fill in the forms. */
static void word_read(struct arena *a, const struct lemmatizer *z, struct word *w)
{
    w->text = w->token;
    if (w->kind == TOKEN_QUOTED)
        w->text = without_quotes(w->token);
    else if (w->kind == TOKEN_WORD)
        w->text = without_possessive(w->token);
    w->lower = arena_str_lower(a, w->text);
    w->plain = plain_text(a, w->text);
    w->lemma = w->kind == TOKEN_WORD ? lemma_of(a, z, w->lower) : w->lower;
    w->has_number = read_number(z->lexicon, w, &w->number);
    if (w->kind == TOKEN_WORD) {
        add_verb_nouns(z->lexicon, w);
        add_verb_stems(a, w);
    }
}

struct words words_read(struct arena *a, const struct lemmatizer *z, struct str question)
{
    struct words words = words_scan(a, z->lexicon, question);
    for (uint32_t i = 0; i < words.count; i++)
        word_read(a, z, &words.items[i]);
    return words;
}

static void add_word(struct arena *a, struct words *words, struct word w)
{
    ARENA_PUSH(a, words->items, words->count);
    words->items[words->count++] = w;
}

static void add_quote(struct arena *a, struct words *words, const char *from, const char *to)
{
    struct str quote = {from, (size_t)(to - from)};
    add_word(a, words, (struct word){TOKEN_MARK, .token = quote, .text = quote, .lower = quote});
}

struct words words_opened(struct arena *a, const struct lemmatizer *z, const struct words *w)
{
    struct words out = {.text = w->text, .cut = w->cut};
    for (uint32_t i = 0; i < w->count; i++) {
        const struct word *t = &w->items[i];
        if (t->kind != TOKEN_QUOTED) {
            add_word(a, &out, *t);
            continue;
        }
        struct words within = words_read(a, z, t->text);
        add_quote(a, &out, t->token.ptr, t->text.ptr);
        for (uint32_t k = 0; k < within.count; k++)
            add_word(a, &out, within.items[k]);
        add_quote(a, &out, t->text.ptr + t->text.len, t->token.ptr + t->token.len);
    }
    return words_whole(&out);
}

/* Amounts */

/* "300k" is 300,000; other letters after digits are a unit: 200cm. */
static bool word_amount(const struct word *w, double *out)
{
    char digits[NUMBER_MAX];
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

/* Can `next`, below 100, follow the words of a number so far: twenty-one, two hundred (and) five?
 */
static bool can_follow(double said, double next)
{
    double tens = fmod(said, 100);
    return tens == 0 || (tens >= 20 && fmod(tens, 10) == 0 && next < 10 && next > 0);
}

/* Read "two hundred thousand", "twenty-one", "three thousand five hundred", "one hundred and
 * fifty". */
static void read_amount_words(const struct words *w, uint32_t at, double *out, uint32_t *end)
{
    double whole = 0, said = w->items[at].number, scale = INFINITY;
    *end = at + 1;
    for (;;) {
        bool and = *end < w->count && word_is(w, *end, "and") && said >= 100;
        uint32_t next = *end + and;
        bool scaled = and&&is_number_word(w, next + 1) && w->items[next + 1].number >= 100;
        if (!is_number_word(w, next) || scaled) /* "one hundred and five hundred" are two */
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
        read_amount_words(w, at, out, end);
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

bool words_equal(const struct words *x, uint32_t at, const struct words *y, uint32_t from,
                 uint32_t n)
{
    if (at + n > x->count || from + n > y->count)
        return false;
    uint32_t i = 0;
    while (i < n && str_eq(x->items[at + i].lemma, y->items[from + i].lemma))
        i++;
    return i == n;
}
