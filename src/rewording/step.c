/* step.c: putting other words into a question. */
#include "rewording/step.h"

#include "base/buf.h"
#include "lexicon/inflection.h"

void reword_steps_add(struct arena *a, struct reword_steps *steps, struct reword_step step)
{
    if (steps->count >= REWORD_STEPS_MAX)
        return;
    ARENA_ADD(a, steps->items, steps->count, step);
}

/* Bytes of the question that words `start` to `end` take. */
static struct str span_of(const struct question_reading *r, uint32_t start, uint32_t end)
{
    const struct words *w = &r->said.words;
    if (start >= end)
        return (struct str){
            start < w->count ? w->items[start].token.ptr : r->question.ptr + r->question.len, 0};
    const char *from = w->items[start].token.ptr;
    struct str last = w->items[end - 1].token;
    return (struct str){from, (size_t)(last.ptr + last.len - from)};
}

struct str reword_from(const struct question_reading *r, const struct reword_step *step)
{
    return span_of(r, step->start, step->end);
}

static void drop_blanks(struct buf *b)
{
    while (b->len > 0 && b->ptr[b->len - 1] == ' ')
        buf_truncate(b, b->len - 1);
}

/* The text before the place, its article as `to` needs it. False if that is not sure. */
static bool put_before(struct buf *b, const struct question_reading *r, const struct reword_step *s,
                       struct str before)
{
    const struct word *last = s->start > 0 ? &r->said.words.items[s->start - 1] : NULL;
    if (!last || s->to.len == 0 || !str_among(last->lower, "a an")) {
        buf_put(b, before);
        return true;
    }
    enum article article = article_of(s->to);
    size_t at = (size_t)(last->token.ptr - r->question.ptr);
    buf_put(b, str_slice(r->question, 0, at + 1));
    buf_put(b, article == ARTICLE_AN ? STR("n") : STR(""));
    buf_put(b, str_slice(r->question, at + last->token.len, before.len));
    return article != ARTICLE_UNSURE;
}

/* Does the quote at `at` begin a quotation, or end the one that it is in? */
static bool turns_quotation(struct str s, size_t at, char quote)
{
    char before = at > 0 ? s.ptr[at - 1] : ' ', after = at + 1 < s.len ? s.ptr[at + 1] : ' ';
    if (quote != '\0')
        return s.ptr[at] == quote && (ascii_space(after) || strchr(",.?!;)", after));
    return (s.ptr[at] == '"' || s.ptr[at] == '\'') && ascii_space(before);
}

/* Is the blank one too many: before another, or before a mark? */
static bool blank_is_needless(struct str s, size_t at)
{
    char next = at + 1 < s.len ? s.ptr[at + 1] : ' ', then = at + 2 < s.len ? s.ptr[at + 2] : ' ';
    return ascii_space(s.ptr[at]) &&
           (ascii_space(next) || (strchr(",.?!;", next) && ascii_space(then)));
}

/* The full stop of "a Ph.D." ends the sentence as well. Three of them are something else. */
static bool is_second_stop(struct str s, size_t at, struct str before)
{
    char next = at + 1 < s.len ? s.ptr[at + 1] : ' ';
    return s.ptr[at] == '.' && next != '.' && str_ends(before, STR(".")) &&
           !str_ends(before, STR(".."));
}

/* As people write it: a capital first, and no blanks too many but in quotations. */
static struct str tidy_question(struct arena *a, struct str s)
{
    char *out = arena_alloc(a, s.len + 1);
    char quote = '\0';
    size_t n = 0;
    for (size_t i = 0; i < s.len; i++) {
        if (turns_quotation(s, i, quote))
            quote = quote ? '\0' : s.ptr[i];
        if (quote || (!blank_is_needless(s, i) && !is_second_stop(s, i, (struct str){out, n})))
            out[n++] = s.ptr[i];
    }
    out[n] = '\0';
    return arena_str_capital(a, (struct str){out, n});
}

/* A title may have the question's mark in its quotes: "… named 'Why me?'". When it is no longer
 * last, the question needs a mark of its own. */
static void put_lost_mark(struct buf *b, const struct question_reading *r)
{
    struct str before = str_trim(r->question), after = str_trim(buf_str(b));
    if (before.len < 2 || after.len == 0)
        return;
    char quote = before.ptr[before.len - 1], mark = before.ptr[before.len - 2];
    if ((quote == '\'' || quote == '"') && (mark == '?' || mark == '.') &&
        !strchr("'\".?!", after.ptr[after.len - 1]))
        buf_putc(b, r->said.words.items[0].classes & WORD_INTERROGATIVE ? '?' : '.');
}

struct str reword_apply(struct arena *a, const struct question_reading *r,
                        const struct reword_step *step)
{
    struct buf b = {0};
    struct str gone = reword_from(r, step), out = {NULL, 0};
    size_t at = (size_t)(gone.ptr - r->question.ptr);
    struct str rest = str_slice(r->question, at + gone.len, r->question.len);
    bool first = begins_sentence(&r->said.words, step->start);
    if (put_before(&b, r, step, str_slice(r->question, 0, at))) {
        if (step->to.len > 0 && step->to.ptr[0] == ',')
            drop_blanks(&b);
        buf_put(&b, first ? arena_str_capital(a, step->to) : step->to);
        if (step->to.len == 0 || (rest.len > 0 && strchr(",.?!;", rest.ptr[0])))
            drop_blanks(&b);
        buf_put(&b, step->to.len == 0 && first ? arena_str_capital(a, str_trim(rest)) : rest);
        put_lost_mark(&b, r);
        out = tidy_question(a, str_trim(buf_str(&b)));
    }
    buf_release(&b);
    return out;
}
