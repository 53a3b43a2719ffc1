/* value_mention.c: finding values in a question. */
#include "relation/query/value_mention.h"

#include "lexicon/inflection.h"

static const struct str quotes[] = {STR_INIT("'"),
                                    STR_INIT("\""),
                                    STR_INIT("`"),
                                    STR_INIT("\xe2\x80\x98"),
                                    STR_INIT("\xe2\x80\x99"),
                                    STR_INIT("\xe2\x80\x9c"),
                                    STR_INIT("\xe2\x80\x9d")};

/* Length of the quote that ends before `at`, or that begins there; or 0. */
static size_t quote_before(struct str s, size_t at)
{
    for (size_t i = 0; i < COUNT_OF(quotes); i++)
        if (str_ends(str_slice(s, 0, at), quotes[i]))
            return quotes[i].len;
    return 0;
}

static size_t quote_at(struct str s, size_t at)
{
    for (size_t i = 0; i < COUNT_OF(quotes); i++)
        if (str_starts(str_slice(s, at, s.len), quotes[i]))
            return quotes[i].len;
    return 0;
}

/* Does a word begin at `at`? */
static bool begins_word(struct str s, size_t at)
{
    if (at == 0)
        return true;
    size_t quote = quote_before(s, at);
    char before = s.ptr[at - 1];
    if (quote > 0)
        return at == quote || !ascii_word(s.ptr[at - quote - 1]) || quote_before(s, at - quote);
    return !ascii_word(before) && !memchr("-@#$%&./\\", before, 9);
}

/* Does a word end at `at`? A possessive and marks without a word after them are not part of it. */
static bool ends_word(struct str s, size_t at)
{
    if (at == s.len)
        return true;
    size_t quote = quote_at(s, at);
    if (quote > 0) {
        size_t next = at + quote;
        if (next < s.len && ascii_lower(s.ptr[next]) == 's')
            next++;
        return next == s.len || !ascii_word(s.ptr[next]) || quote_at(s, next);
    }
    if (ascii_word(s.ptr[at]))
        return false;
    return !memchr("-@#$%&./\\", s.ptr[at], 9) || at + 1 == s.len || !ascii_word(s.ptr[at + 1]);
}

/* Quotes on both sides; an apostrophe only after it is a possessive. */
static bool is_quoted(struct str s, size_t start, size_t end)
{
    return quote_before(s, start) > 0 && quote_at(s, end) > 0;
}

uint32_t value_mention_find(struct str text, struct str value, struct value_mention *out)
{
    uint32_t n = 0;
    for (size_t at = 0; value.len > 0 && at + value.len <= text.len; at++) {
        size_t end = at + value.len;
        if (!str_eq_nocase(str_slice(text, at, end), value) || !begins_word(text, at) ||
            !ends_word(text, end))
            continue;
        *out = (struct value_mention){at, end, is_quoted(text, at, end)};
        n++;
    }
    return n;
}

/* What is within the quotes of a quotation; else the whole token. */
static struct str token_content(enum token_kind kind, struct str token)
{
    size_t open = kind == TOKEN_QUOTED ? quote_at(token, 0) : 0;
    size_t close = open ? quote_before(token, token.len) : 0;
    return str_slice(token, open, token.len - close);
}

/* Is the number one of its own, not a part of "-5" or "1/5"? */
static bool stands_alone(struct str question, struct str number)
{
    size_t start = (size_t)(number.ptr - question.ptr), end = start + number.len;
    return begins_word(question, start > 0 && question.ptr[start - 1] == '$' ? start - 1 : start) &&
           ends_word(question, end);
}

/* Are the words up to `end` a part of "two hundred" or "3 million"? */
static bool is_part(const struct words *q, const struct lexicon *l, uint32_t i, uint32_t end)
{
    const struct word *t = &q->items[i];
    bool word = t->kind == TOKEN_WORD;
    return (end < q->count && said_number_is_word(l, q->items[end].token)) ||
           (word && i > 0 && (t[-1].kind == TOKEN_NUMBER || said_number_is_word(l, t[-1].token)));
}

uint32_t value_mention_number(const struct words *q, const struct lexicon *l,
                              const struct said_number *number, struct value_mention *out,
                              struct said_number *said)
{
    uint32_t n = 0;
    for (uint32_t i = 0, end; i < q->count; i = end) {
        const struct word *t = &q->items[i];
        struct str text = token_content(t->kind, word_joined(q, i, &end));
        struct said_number read;
        if (t->kind == TOKEN_MARK || !said_number_read(l, text, &read) ||
            !said_number_equal(&read, number) || !stands_alone(q->text, text) ||
            is_part(q, l, i, end))
            continue;
        size_t start = (size_t)(text.ptr - q->text.ptr);
        *out = (struct value_mention){start, start + text.len, t->kind == TOKEN_QUOTED};
        *said = read;
        n++;
    }
    return n;
}

/* The last word before `at`, quotes between them ignored. */
static struct str word_before(struct str s, size_t at)
{
    size_t quote;
    while ((quote = quote_before(s, at)) > 0)
        at -= quote;
    while (at > 0 && s.ptr[at - 1] == ' ')
        at--;
    size_t start = at;
    while (start > 0 && ascii_word(s.ptr[start - 1]))
        start--;
    return str_slice(s, start, at);
}

struct str value_mention_before(struct str question, const struct value_mention *m)
{
    return word_before(question, m->start);
}

bool value_mention_fits(struct str question, const struct value_mention *m, struct str to)
{
    struct str before = value_mention_before(question, m);
    bool a = str_eq_nocase(before, STR("a")), an = str_eq_nocase(before, STR("an"));
    return (!a && !an) || article_of(to) == (a ? ARTICLE_A : ARTICLE_AN);
}

void value_mention_tokens(const struct words *q, const struct value_mention *m, uint32_t *first,
                          uint32_t *end)
{
    const char *from = q->text.ptr + m->start, *to = q->text.ptr + m->end;
    *first = 0;
    while (*first < q->count && q->items[*first].token.ptr + q->items[*first].token.len <= from)
        ++*first;
    *end = *first;
    while (*end < q->count && q->items[*end].token.ptr < to)
        ++*end;
}

struct str value_mention_replace(struct arena *a, struct str question,
                                 const struct value_mention *m, struct str to)
{
    return ARENA_CONCAT(a, str_slice(question, 0, m->start), to,
                        str_slice(question, m->end, question.len));
}
