/* words.c: splitting a question into words. */
#include "link/words.h"

#include "link/sentence.h"

static const struct {
    struct str open, close;
} quotes[] = {
    {STR_INIT("\""), STR_INIT("\"")},
    {STR_INIT("'"), STR_INIT("'")},
    {STR_INIT("`"), STR_INIT("`")},
    {STR_INIT("\xe2\x80\x9c"), STR_INIT("\xe2\x80\x9d")}, /* “ ” */
    {STR_INIT("\xe2\x80\x98"), STR_INIT("\xe2\x80\x99")}, /* ‘ ’ */
};

static const struct str curly_apostrophe = STR_INIT("\xe2\x80\x99");

static bool starts_at(struct str s, size_t at, struct str what)
{
    return s.len - at >= what.len && memcmp(s.ptr + at, what.ptr, what.len) == 0;
}

/* Length of the quotation that begins at `at`; 0 if none does. A quote within a word is an
 * apostrophe, and so is one that nothing closes. */
static size_t quotation_length(struct str s, size_t at)
{
    if (at > 0 && ascii_word(s.ptr[at - 1]))
        return 0;
    for (size_t i = 0; i < COUNT_OF(quotes); i++) {
        if (!starts_at(s, at, quotes[i].open))
            continue;
        size_t end = at + quotes[i].open.len;
        while ((end = str_find(s, quotes[i].close, end)) < s.len) {
            end += quotes[i].close.len;
            if (end == s.len || !ascii_word(s.ptr[end]) || quotes[i].open.ptr[0] == '"')
                return end - at;
        }
    }
    return 0;
}

/* Length of what joins two letters at `at`, as the hyphen and apostrophe do; or 0. */
static size_t joint_length(struct str s, size_t at)
{
    char before = s.ptr[at - 1], c = s.ptr[at];
    size_t len = starts_at(s, at, curly_apostrophe) ? curly_apostrophe.len : 1;
    char after = at + len < s.len ? s.ptr[at + len] : ' ';
    if ((c == '\'' || len > 1) && ascii_lower(before) == 's' && !ascii_word(after))
        return len; /* the countries' names */
    if (!ascii_word(after))
        return 0;
    if (c == ',')
        return ascii_digit(before) && ascii_digit(after);
    return c == '\'' || c == '-' || c == '.' || len > 1 ? len : 0;
}

static size_t word_length(struct str s, size_t at)
{
    size_t end = at, joint;
    while (end < s.len) {
        if (end > at && (joint = joint_length(s, end)) > 0)
            end += joint;
        else if (ascii_word(s.ptr[end]) && !str_space_at(s, end))
            end++;
        else
            break;
    }
    return end - at;
}

static struct word next_word(struct str s, size_t at, const struct lexicon *l)
{
    struct word w = {.kind = TOKEN_QUOTED, .fixed = true};
    size_t len = quotation_length(s, at);
    if (len == 0 && (len = word_length(s, at)) > 0)
        w.kind = TOKEN_WORD;
    w.token = str_slice(s, at, at + (len > 0 ? len : 1));
    if (len == 0)
        w.kind = TOKEN_MARK;
    else if (w.kind == TOKEN_WORD && str_any(w.token, ascii_digit))
        w.kind = TOKEN_NUMBER;
    w.fixed = w.kind == TOKEN_NUMBER || w.kind == TOKEN_QUOTED;
    if (w.kind == TOKEN_WORD)
        w.classes = word_classes(l, w.token);
    return w;
}

/* The hyphen at or after `from` that divides the word: "open-air", "1-star", but not "QM-261"; or
 * its length. */
static size_t hyphen_in(const struct word *w, size_t from)
{
    size_t at = str_find(w->token, STR("-"), from);
    if (at == w->token.len || w->kind == TOKEN_WORD)
        return at;
    for (size_t i = 0; i < w->token.len; i++)
        if (i != at && (i < at) != ascii_digit(w->token.ptr[i]))
            return w->token.len;
    return at;
}

/* Add the parts of a word between its hyphens. */
static void add_parts(struct words *words, struct arena *a, const struct word *w)
{
    bool divided = w->kind == TOKEN_WORD || w->kind == TOKEN_NUMBER;
    for (size_t at = 0; at <= w->token.len && words->count < WORDS_MAX;) {
        size_t end = divided ? hyphen_in(w, at) : w->token.len;
        struct word part = *w;
        part.token = str_slice(w->token, at, end);
        part.joined = at > 0;
        if (divided)
            part.kind = str_any(part.token, ascii_digit) ? TOKEN_NUMBER : TOKEN_WORD;
        part.capital = part.kind == TOKEN_WORD && part.fixed;
        if (part.token.len > 0)
            ARENA_ADD(a, words->items, words->count, part);
        at = end + 1;
    }
}

struct words words_scan(struct arena *a, const struct lexicon *l, struct str text)
{
    struct words whole = {.text = text}, words = {.text = text, .cut = text.len > QUESTION_MAX};
    size_t space;
    text = str_slice(text, 0, words.cut ? QUESTION_MAX : text.len);
    for (size_t at = 0; at < text.len && whole.count <= WORDS_MAX;)
        if ((space = str_space_at(text, at)) > 0) {
            at += space;
        } else {
            ARENA_ADD(a, whole.items, whole.count, next_word(text, at, l));
            at += whole.items[whole.count - 1].token.len;
        }
    sentences_mark(&whole);
    for (uint32_t i = 0; i < whole.count; i++)
        add_parts(&words, a, &whole.items[i]);
    words.cut |= words.count == WORDS_MAX;
    first_sentence_find(&words);
    return words;
}

bool is_word_part(const struct words *w, uint32_t i)
{
    return w->items[i].joined || (i + 1 < w->count && w->items[i + 1].joined);
}

struct str word_joined(const struct words *w, uint32_t i, uint32_t *end)
{
    *end = i + 1;
    while (*end < w->count && w->items[*end].joined)
        ++*end;
    struct str last = w->items[*end - 1].token;
    const char *first = w->items[i].token.ptr;
    return (struct str){first, (size_t)(last.ptr + last.len - first)};
}

struct words words_whole(const struct words *w)
{
    struct words whole = *w;
    whole.n_first = w->count;
    whole.n_mark = 0;
    return whole;
}

bool token_is(const struct words *w, uint32_t i, const char *words)
{
    return i < w->n_first && w->items[i].kind != TOKEN_QUOTED && !is_word_part(w, i) &&
           is_one_of(w->items[i].token, words);
}

bool token_in(const struct words *w, uint32_t i, unsigned classes)
{
    return i < w->n_first && (w->items[i].classes & classes);
}

uint32_t phrase_at(const struct words *w, uint32_t i, struct str phrase)
{
    uint32_t n = 0;
    for (size_t at = 0; at < phrase.len; n++) {
        if (i + n >= w->n_first || w->items[i + n].kind != TOKEN_WORD || is_word_part(w, i + n))
            return 0;
        struct str word = w->items[i + n].token; /* without blanks: it ends where its match does */
        size_t end = at + word.len;
        if (end > phrase.len || (end < phrase.len && phrase.ptr[end] != ' ') ||
            !str_eq_nocase(word, str_slice(phrase, at, end)))
            return 0;
        at = end + 1;
    }
    return n;
}

struct str text_between(const struct words *w, uint32_t start, uint32_t end)
{
    if (start >= end)
        return (struct str){w->text.ptr, 0};
    const char *from = w->items[start].token.ptr;
    struct str last = w->items[end - 1].token;
    return (struct str){from, (size_t)(last.ptr + last.len - from)};
}

struct str words_replace(struct arena *a, const struct words *w, uint32_t start, uint32_t end,
                         struct str to)
{
    struct str old = text_between(w, start, end);
    size_t at = (size_t)(old.ptr - w->text.ptr);
    return ARENA_CONCAT(a, str_slice(w->text, 0, at), to,
                        str_slice(w->text, at + old.len, w->text.len));
}
