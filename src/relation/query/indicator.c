/* indicator.c: finding words of a line, and writing others in their place. */
#include "relation/query/indicator.h"

#include "base/buf.h"
#include "lexicon/word_fact.h"
#include "relation/question/named_words.h"

bool cell_next(struct str *rest, struct cell_words *out)
{
    if (!rest->ptr || str_eq(*rest, STR("-")))
        return false;
    struct str words = str_split(rest, '|');
    char first = words.len > 1 ? words.ptr[0] : '\0';
    bool bare = first != '(' && first != '[';
    *out = (struct cell_words){.text = bare ? words : str_slice(words, 1, words.len - 1),
                               .read = first != '[',
                               .written = first != '('};
    return true;
}

static bool is_sign(struct str word, char sign)
{
    return word.len == 1 && word.ptr[0] == sign;
}

static bool has_sign(struct str words, char sign)
{
    for (struct str rest = words; rest.ptr;)
        if (is_sign(str_split(&rest, ' '), sign))
            return true;
    return false;
}

static bool is_free_token(const struct words *q, uint32_t i)
{
    return i < q->count && q->items[i].kind != TOKEN_MARK && !q->items[i].fixed &&
           !is_word_part(q, i);
}

static bool read_bound(const struct indicator_reader *r, uint32_t *at, struct found_words *out)
{
    uint32_t n = 0;
    if (!r->bound || !r->bound(r->ctx, *at, &n))
        return false;
    out->bound = (struct token_span){*at, *at + n};
    *at += n;
    return true;
}

/* The words up to the first "*", which is left in *rest with what follows it. */
static bool read_words(const struct indicator_reader *r, struct str *rest, uint32_t *at,
                       struct found_words *out)
{
    while (rest->ptr && rest->len > 0 && rest->ptr[0] != '*') {
        struct str word = str_split(rest, ' ');
        if (is_sign(word, '#')) {
            if (!read_bound(r, at, out))
                return false;
        } else if (!is_free_token(r->text, *at) ||
                   !str_eq_nocase(r->text->items[*at].token, word)) {
            return false;
        } else {
            ++*at;
        }
    }
    return true;
}

/* The words after "*", and the bound that follows words without one. */
static bool read_rest(const struct indicator_reader *r, struct str rest, bool bounded, uint32_t *at,
                      struct found_words *out)
{
    return read_words(r, &rest, at, out) && (!rest.ptr || rest.len == 0) &&
           (!bounded || read_bound(r, at, out));
}

/* The shortest gap that makes the rest fit; if nothing follows "*", the longest. */
static bool read_gap(const struct indicator_reader *r, struct str rest, bool bounded, uint32_t *at,
                     struct found_words *out)
{
    str_split(&rest, ' ');
    uint32_t start = *at, n = 0;
    bool open = !rest.ptr && !bounded;
    while (n < r->gap_max && start + n < r->text->count &&
           r->text->items[start + n].kind == TOKEN_WORD) {
        *at = start + ++n;
        if (!open && read_rest(r, rest, bounded, at, out))
            break;
        if (!open)
            *at = UINT32_MAX;
    }
    out->gap = (struct token_span){start, start + n};
    return n > 0 && *at != UINT32_MAX;
}

bool indicator_at(const struct indicator_reader *r, struct str words, uint32_t i,
                  struct found_words *out)
{
    uint32_t at = i;
    bool bounded = r->bound && !has_sign(words, '#');
    struct str rest = words;
    out->bound = out->gap = (struct token_span){i, i};
    if (!read_words(r, &rest, &at, out))
        return false;
    bool gap = rest.ptr && rest.len > 0;
    if (gap ? !read_gap(r, rest, bounded, &at, out) : bounded && !read_bound(r, &at, out))
        return false;
    out->words = (struct token_span){i, at};
    return at > i; /* a list of the user's may have empty words */
}

static bool has_word(const struct schema_column *c, struct str word)
{
    return name_has_word(c->name, word) || name_has_word(c->natural, word);
}

bool indicator_measures(const struct lexicon *l, const struct lexicon_row *row,
                        const struct schema *s, uint32_t column)
{
    struct str dimension = row->fields[INDICATOR_DIMENSION];
    if (str_eq(dimension, STR("any")))
        return true;
    bool number = str_eq(dimension, STR("number"));
    if (number || column == SCHEMA_NONE)
        return number && (column == SCHEMA_NONE || s->columns[column].type == SCHEMA_NUMBER);
    const struct fact_list all = facts_all(l, FACT_MEASURES);
    for (uint32_t i = 0; i < all.count; i++)
        if (fact_says(all.items[i], dimension) &&
            has_word(&s->columns[column], all.items[i]->line->word))
            return true;
    return false;
}

bool indicator_writable(const struct found_words *found, struct str words)
{
    return found->bound.start < found->bound.end || !has_sign(words, '#');
}

/* Writing */

static void put_span(struct buf *b, const struct words *q, struct token_span span)
{
    buf_put(b, text_between(q, span.start, span.end));
}

static void put_cell_words(struct buf *b, const struct words *q, const struct found_words *found,
                           struct str words)
{
    for (struct str rest = words; rest.ptr;) {
        struct str word = str_split(&rest, ' ');
        if (is_sign(word, '#'))
            put_span(b, q, found->bound);
        else if (is_sign(word, '*'))
            put_span(b, q, found->gap);
        else
            buf_put(b, word);
        if (rest.ptr)
            buf_putc(b, ' ');
    }
    if (!has_sign(words, '#') && found->bound.start < found->bound.end) {
        buf_putc(b, ' ');
        put_span(b, q, found->bound);
    }
}

static bool is_vowel(char c)
{
    return memchr("aeiou", ascii_lower(c), 5) != NULL;
}

/* The question up to the words, with the right one of "a" and "an" before them. */
static void put_text_before(struct buf *b, const struct words *q, uint32_t start, struct str to)
{
    struct str before = str_slice(q->text, 0, (size_t)(q->items[start].token.ptr - q->text.ptr));
    bool a = start > 0 && token_is(q, start - 1, "a");
    bool an = start > 0 && token_is(q, start - 1, "an");
    if (to.len == 0 || !(a || an) || an == is_vowel(to.ptr[0])) {
        buf_put(b, before);
        return;
    }
    struct str article = q->items[start - 1].token;
    buf_put(b, str_slice(q->text, 0, (size_t)(article.ptr + 1 - q->text.ptr)));
    buf_put(b, a ? STR("n") : STR(""));
    const char *after = article.ptr + article.len;
    buf_put(b, str_slice(q->text, (size_t)(after - q->text.ptr), before.len));
}

struct str indicator_replace(struct arena *a, const struct words *q,
                             const struct found_words *found, struct str words, struct str *to)
{
    struct buf written = {0}, question = {0};
    struct str first = q->items[found->words.start].token;
    put_cell_words(&written, q, found, words);
    *to = buf_keep(&written, a);
    if (ascii_capital(first.ptr[0]))
        *to = arena_str_capital(a, *to);
    put_text_before(&question, q, found->words.start, *to);
    buf_put(&question, *to);
    struct str last = q->items[found->words.end - 1].token;
    buf_put(&question,
            str_slice(q->text, (size_t)(last.ptr + last.len - q->text.ptr), q->text.len));
    return buf_keep(&question, a);
}
