/* value_mention.c: finding values among the words of a question. */
#include "relation/query/value_mention.h"

#include "lexicon/inflection.h"

/* Marks that make one text of what they stand between: "$50", "1/5", "a@b". */
static const char GLUE[] = "- @ # $ % & . / \\";
static const char QUOTES[] = "' \" ` \xe2\x80\x98 \xe2\x80\x99 \xe2\x80\x9c \xe2\x80\x9d";

static const char *end_of(struct str s)
{
    return s.ptr + s.len;
}

/* Does word `i` follow the one before it without a blank? */
static bool follows_closely(const struct words *q, uint32_t i)
{
    return i > 0 && i < q->count && end_of(q->items[i - 1].token) == q->items[i].token.ptr;
}

/* Is nothing joined to the words before the first, or after the last of them? */
static bool begins_alone(const struct words *q, uint32_t start)
{
    return !q->items[start].joined && !(follows_closely(q, start) && word_is(q, start - 1, GLUE));
}

static bool ends_alone(const struct words *q, uint32_t end)
{
    bool glued = follows_closely(q, end) && word_is(q, end, GLUE) && follows_closely(q, end + 1) &&
                 q->items[end + 1].kind != TOKEN_MARK;
    return !glued && (end == q->count || !q->items[end].joined);
}

static bool is_quoted(const struct words *q, uint32_t start, uint32_t end)
{
    return q->items[start].kind == TOKEN_QUOTED ||
           (follows_closely(q, start) && word_is(q, start - 1, QUOTES) && follows_closely(q, end) &&
            word_is(q, end, QUOTES));
}

/* The word after `value`, if its text begins with word `i` and ends with a word; or 0. */
static uint32_t value_end(const struct words *q, uint32_t i, struct str value)
{
    const char *from = q->items[i].text.ptr, *to = from + value.len;
    if (to > end_of(q->text) || !str_eq_nocase((struct str){from, value.len}, value))
        return 0;
    for (; i < q->count && q->items[i].text.ptr < to; i++)
        if (end_of(q->items[i].text) == to || end_of(q->items[i].token) == to)
            return i + 1;
    return 0;
}

uint32_t value_mention_find(const struct words *q, struct str value, struct value_mention *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; value.len > 0 && i < q->count; i++) {
        uint32_t end = value_end(q, i, value);
        if (end == 0 || !begins_alone(q, i) || !ends_alone(q, end))
            continue;
        struct str said = {q->items[i].text.ptr, value.len};
        *out = (struct value_mention){q, i, end, said, is_quoted(q, i, end)};
        n++;
    }
    return n;
}

/* Are the words up to `end` a part of "two hundred" or "3 million"? */
static bool is_part(const struct words *q, const struct lexicon *l, uint32_t i, uint32_t end)
{
    const struct word *t = &q->items[i];
    bool word = t->kind == TOKEN_WORD;
    return (end < q->count && said_number_is_word(l, q->items[end].token)) ||
           (word && i > 0 && (t[-1].kind == TOKEN_NUMBER || said_number_is_word(l, t[-1].token)));
}

/* Is the number one of its own, not a part of "-5" or "1/5"? */
static bool stands_alone(const struct words *q, uint32_t start, uint32_t end)
{
    bool money = follows_closely(q, start) && word_is(q, start - 1, "$");
    return begins_alone(q, start - money) && ends_alone(q, end);
}

uint32_t value_mention_number(const struct words *q, const struct lexicon *l,
                              const struct said_number *number, struct value_mention *out,
                              struct said_number *said)
{
    uint32_t n = 0;
    for (uint32_t i = 0, end; i < q->count; i = end) {
        const struct word *t = &q->items[i];
        struct str whole = word_joined(q, i, &end);
        struct str text = t->kind == TOKEN_QUOTED ? t->text : whole;
        struct said_number read;
        if (t->kind == TOKEN_MARK || !said_number_read(l, text, &read) ||
            !said_number_equal(&read, number) || !stands_alone(q, i, end) || is_part(q, l, i, end))
            continue;
        *out = (struct value_mention){q, i, end, text, t->kind == TOKEN_QUOTED};
        *said = read;
        n++;
    }
    return n;
}

struct str value_mention_before(const struct value_mention *m)
{
    const struct words *q = m->words;
    uint32_t i = m->start;
    while (i > 0 && word_is(q, i - 1, QUOTES))
        i--;
    return i > 0 && q->items[i - 1].kind == TOKEN_WORD ? q->items[i - 1].token : STR("");
}

bool value_mention_fits(const struct value_mention *m, struct str to)
{
    struct str before = value_mention_before(m);
    bool a = str_eq_nocase(before, STR("a")), an = str_eq_nocase(before, STR("an"));
    return (!a && !an) || article_of(to) == (a ? ARTICLE_A : ARTICLE_AN);
}

struct str value_mention_replace(struct arena *a, const struct value_mention *m, struct str to)
{
    struct str text = m->words->text;
    size_t start = (size_t)(m->said.ptr - text.ptr);
    return ARENA_CONCAT(a, str_slice(text, 0, start), to,
                        str_slice(text, start + m->said.len, text.len));
}
