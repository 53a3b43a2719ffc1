/* column_number.c: amounts, distinguished from other numbers, codes and words. */
#include "grammar/column_number.h"

#include "grammar/phrase.h"
#include "lexicon/word_fact.h"

#include <stdlib.h>

enum { GROUP_DIGITS = 3, NUMBER_MAX = 24 };

/* What they mean */

static bool is_cited(struct str said)
{
    return str_starts(said, STR("\""));
}

/* What the numbers of a column with this word say, if they are not amounts: "name" or "order". */
static struct str no_amount(const struct knowledge *k, struct str word)
{
    return fact_value(k->lexicon, FACT_NUMBERS, word);
}

/* The same for any word of a cited name. */
static struct str no_amount_in(const struct knowledge *k, const struct spoken_phrase *p)
{
    struct str says = STR_NONE;
    for (uint32_t i = 0; i < p->count && !says.ptr; i++)
        says = str_eq(p->words[i], STR("number")) ? STR_NONE : no_amount(k, p->words[i]);
    return says;
}

/* The same for the last two words, "phone number", or for the noun: "rank" of "rank in series". A
 * number of things is an amount. */
static struct str no_amount_of(struct arena *a, const struct knowledge *k,
                               const struct spoken_phrase *p, struct str said)
{
    if (str_find(said, STR("number of "), 0) < said.len)
        return STR_NONE;
    struct str says = p->count > 1 ? no_amount(k, phrase_text(a, p, p->count - 2)) : STR_NONE;
    return says.ptr ? says : no_amount(k, p->words[phrase_head(p)]);
}

/* Questions do not ask for the lowest highest position, nor add up averages. */
static bool is_extreme(const struct spoken_phrase *p)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (str_among(p->words[i],
                      "highest lowest maximum minimum best worst max min average avg first last"))
            return true;
    return false;
}

static bool is_known_phrase(struct arena *a, const struct knowledge *k,
                            const struct spoken_phrase *p)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (!word_is_known(a, k, p->words[i]))
            return false;
    return true;
}

static enum number_kind judge_kind(struct arena *a, const struct knowledge *k, struct str said)
{
    const struct spoken_phrase p = /* of a cited name, the words in the quotes */
        phrase_of(is_cited(said) ? str_slice(said, 1, str_find(said, STR("\""), 1)) : said);
    struct str says = is_cited(said) ? no_amount_in(k, &p) : no_amount_of(a, k, &p, said);
    if (says.ptr && str_eq(says, STR("name")))
        return NUMBER_NONE;
    if (str_ends(said, STR("year")) || str_starts(said, STR("year ")))
        return NUMBER_YEAR;
    if (says.ptr || is_extreme(&p))
        return NUMBER_ORDINAL;
    /* it is unclear what the numbers of "omim" are */
    return is_cited(said) && !is_known_phrase(a, k, &p) ? NUMBER_ORDINAL : NUMBER_AMOUNT;
}

enum number_kind number_kind_of(struct arena *a, const struct knowledge *k, struct str said)
{
    struct arena_mark mark = arena_mark(a);
    enum number_kind kind = judge_kind(a, k, said);
    arena_rewind(a, mark);
    return kind;
}

struct str number_measure(struct str said)
{
    struct spoken_phrase p = phrase_of(said);
    struct str noun = p.words[phrase_head(&p)];
    return is_cited(said) ? STR("") : str_slice(said, (size_t)(noun.ptr - said.ptr), said.len);
}

/* How they are stored */

static bool is_blank(const struct content_value *v)
{
    return !v->number && v->text.len == 0;
}

static size_t count_digits(struct str text, size_t at)
{
    size_t n = 0;
    while (at + n < text.len && ascii_digit(text.ptr[at + n]))
        n++;
    return n;
}

/* "12", "1,200", "-3.5". Notes in `s` what it has. */
static bool is_number(struct str text, struct stored_number *s)
{
    size_t at = text.len > 0 && text.ptr[0] == '-', n = count_digits(text, at);
    bool commas = false, points = false;
    if (n == 0 || text.len > NUMBER_MAX || (n > 1 && text.ptr[at] == '0'))
        return false;
    for (at += n; at < text.len && text.ptr[at] == ','; at += 1 + GROUP_DIGITS) {
        commas = true;
        if (n > GROUP_DIGITS || count_digits(text, at + 1) != GROUP_DIGITS)
            return false;
    }
    if (at < text.len && text.ptr[at] == '.') {
        points = true;
        n = count_digits(text, at + 1);
        at += n ? 1 + n : 0;
    }
    if (at != text.len)
        return false;
    s->commas |= commas;
    s->points |= points;
    return true;
}

bool stored_number_is(const struct column_content *c, struct stored_number *out)
{
    bool numbers = false;
    *out = (struct stored_number){.unsure = !c->complete};
    for (uint32_t i = 0; i < c->n_values; i++) {
        const struct content_value *v = &c->values[i];
        bool blank = is_blank(v);
        if (!blank && !v->number && !is_number(v->text, out))
            return false;
        out->blanks |= blank;
        out->points |= v->number && str_find(v->text, STR("."), 0) < v->text.len;
        out->texts |= !blank && !v->number;
        numbers |= !blank;
    }
    return numbers && (out->texts || out->blanks);
}

/* Values by size */

static double size_of(struct str text)
{
    char digits[NUMBER_MAX * 2];
    size_t n = 0;
    for (size_t i = 0; i < text.len && n + 1 < sizeof digits; i++)
        if (text.ptr[i] != ',')
            digits[n++] = text.ptr[i];
    digits[n] = 0;
    return strtod(digits, NULL);
}

static int by_size(const void *a, const void *b)
{
    const struct content_value *x = a, *y = b;
    double p = size_of(x->text), q = size_of(y->text);
    return p != q ? (p > q) - (p < q) : str_cmp(x->text, y->text);
}

struct column_content stored_number_values(struct arena *a, const struct column_content *c)
{
    struct column_content out = *c;
    struct content_value *values = ARENA_ARRAY(a, struct content_value, c->n_values + 1);
    uint32_t n = 0, kept = 0;
    for (uint32_t i = 0; i < c->n_values; i++)
        if (!is_blank(&c->values[i]))
            values[n++] = c->values[i];
    qsort(values, n, sizeof *values, by_size);
    for (uint32_t i = 0; i < n; i++)
        if (kept == 0 || size_of(values[kept - 1].text) < size_of(values[i].text)) {
            values[kept] = values[i];
            values[kept++].number = true;
        }
    out.values = values;
    out.n_values = kept;
    return out;
}

/* Queries */

void stored_number_open(const struct stored_number *s, struct buf *out)
{
    buf_put(out, s->texts ? STR("CAST(") : STR(""));
    buf_put(out, s->blanks ? STR("NULLIF(") : STR(""));
    buf_put(out, s->commas ? STR("REPLACE(") : STR(""));
}

void stored_number_close(const struct stored_number *s, struct buf *out)
{
    buf_put(out, s->commas ? STR(", ',', '')") : STR(""));
    buf_put(out, s->blanks ? STR(", '')") : STR(""));
    if (s->texts)
        buf_put(out, s->points ? STR(" AS REAL)") : STR(" AS INTEGER)"));
}

void stored_number_put(struct str text, struct buf *out)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] != ',')
            buf_putc(out, text.ptr[i]);
}
