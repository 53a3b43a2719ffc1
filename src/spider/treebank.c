/* treebank.c: NLTK's Treebank tokenizer, substitution by substitution.
 *
 * The original applies regular expressions one after another, each of which puts spaces around
 * something and sees the spaces of those before it; the text is split at white space in the end.
 * Order and overlap decide what quotes become, so each expression is one rule here, applied to the
 * whole text before the next. */
#include "spider/treebank.h"

#include "base/buf.h"
#include "base/utf8.h"

/* Rewrites what starts at t.ptr[at]; returns how many bytes it read, 0 where it does not apply. */
typedef size_t rule(struct buf *out, struct str t, size_t at);

static char at_or_nul(struct str t, size_t at)
{
    return at < t.len ? t.ptr[at] : '\0';
}

static bool one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static bool word_byte(char c)
{
    char low = ascii_lower(c);
    return (c & 0x80) || ascii_small(low) || ascii_digit(c) || c == '_';
}

/* `n` bytes with a space on either side. */
static size_t spaced(struct buf *out, struct str t, size_t at, size_t n)
{
    buf_putc(out, ' ');
    buf_put(out, str_slice(t, at, at + n));
    buf_putc(out, ' ');
    return n;
}

static size_t first_quote(struct buf *out, struct str t, size_t at)
{
    if (at > 0 || t.ptr[0] != '"')
        return 0;
    buf_put(out, STR("``"));
    return 1;
}

static size_t backquotes(struct buf *out, struct str t, size_t at)
{
    bool found = t.ptr[at] == '`' && at_or_nul(t, at + 1) == '`';
    return found ? spaced(out, t, at, 2) : 0;
}

static size_t opening_quote(struct buf *out, struct str t, size_t at)
{
    if (!one_of(t.ptr[at], " ([{<") || at_or_nul(t, at + 1) != '"')
        return 0;
    buf_putc(out, t.ptr[at]);
    buf_put(out, STR(" `` "));
    return 2;
}

/* The character behind is read too: in ",,x" the second comma stays with the x. */
static size_t comma(struct buf *out, struct str t, size_t at)
{
    size_t n;
    if (!one_of(t.ptr[at], ":,") || at + 1 == t.len || utf8_digit(t, at + 1, &n) >= 0)
        return 0;
    spaced(out, t, at, 1);
    buf_putc(out, t.ptr[at + 1]);
    return 2;
}

static size_t last_comma(struct buf *out, struct str t, size_t at)
{
    return one_of(t.ptr[at], ":,") && at + 1 == t.len ? spaced(out, t, at, 1) : 0;
}

static size_t ellipsis(struct buf *out, struct str t, size_t at)
{
    bool found = str_starts(str_slice(t, at, t.len), STR("..."));
    return found ? spaced(out, t, at, 3) : 0;
}

static size_t symbol(struct buf *out, struct str t, size_t at)
{
    return one_of(t.ptr[at], ";@#$%&") ? spaced(out, t, at, 1) : 0;
}

/* A full stop with only closing characters between it and the end. */
static size_t final_dot(struct buf *out, struct str t, size_t at)
{
    if (t.ptr[at] == '.' || at_or_nul(t, at + 1) != '.')
        return 0;
    size_t closers = at + 2, end;
    while (one_of(at_or_nul(t, closers), "])}>\"'"))
        closers++;
    for (end = closers; end < t.len && ascii_space(t.ptr[end]);)
        end++;
    if (end < t.len)
        return 0;
    buf_putc(out, t.ptr[at]);
    spaced(out, t, at + 1, closers - at - 1);
    return end - at;
}

static size_t question_mark(struct buf *out, struct str t, size_t at)
{
    return one_of(t.ptr[at], "?!") ? spaced(out, t, at, 1) : 0;
}

static size_t quote_before_space(struct buf *out, struct str t, size_t at)
{
    if (t.ptr[at] == '\'' || at_or_nul(t, at + 1) != '\'' || at_or_nul(t, at + 2) != ' ')
        return 0;
    buf_putc(out, t.ptr[at]);
    buf_put(out, STR(" ' "));
    return 3;
}

static size_t bracket(struct buf *out, struct str t, size_t at)
{
    return one_of(t.ptr[at], "[](){}<>") ? spaced(out, t, at, 1) : 0;
}

static size_t dashes(struct buf *out, struct str t, size_t at)
{
    bool found = t.ptr[at] == '-' && at_or_nul(t, at + 1) == '-';
    return found ? spaced(out, t, at, 2) : 0;
}

/* Later rules ask for a space on either side of a word, at the ends too. */
static size_t pad_ends(struct buf *out, struct str t, size_t at)
{
    if (at == 0)
        buf_putc(out, ' ');
    buf_putc(out, t.ptr[at]);
    if (at + 1 == t.len)
        buf_putc(out, ' ');
    return 1;
}

static size_t closing_quote(struct buf *out, struct str t, size_t at)
{
    if (t.ptr[at] != '"')
        return 0;
    buf_put(out, STR(" '' "));
    return 1;
}

static size_t two_quotes(struct buf *out, struct str t, size_t at)
{
    if (ascii_space(t.ptr[at]) || !str_starts(str_slice(t, at + 1, t.len), STR("''")))
        return 0;
    buf_putc(out, t.ptr[at]);
    buf_put(out, STR(" '' "));
    return 3;
}

/* Put a space before `ending` where it stands behind t.ptr[at] and ends a word. */
static size_t cut_ending(struct buf *out, struct str t, size_t at, struct str ending)
{
    if (!str_starts(str_slice(t, at + 1, t.len), ending) ||
        at_or_nul(t, at + 1 + ending.len) != ' ')
        return 0;
    buf_putc(out, t.ptr[at]);
    spaced(out, t, at + 1, ending.len);
    return ending.len + 2;
}

static size_t first_ending(struct buf *out, struct str t, size_t at, const struct str *endings,
                           size_t count)
{
    size_t n = 0;
    for (size_t i = 0; i < count && n == 0 && !one_of(t.ptr[at], "' "); i++)
        n = cut_ending(out, t, at, endings[i]);
    return n;
}

static size_t possessive(struct buf *out, struct str t, size_t at)
{
    static const struct str ENDINGS[] = {STR_INIT("'s"), STR_INIT("'S"), STR_INIT("'m"),
                                         STR_INIT("'M"), STR_INIT("'d"), STR_INIT("'D"),
                                         STR_INIT("'")};
    return first_ending(out, t, at, ENDINGS, COUNT_OF(ENDINGS));
}

static size_t verb_ending(struct buf *out, struct str t, size_t at)
{
    static const struct str ENDINGS[] = {STR_INIT("'ll"), STR_INIT("'LL"), STR_INIT("'re"),
                                         STR_INIT("'RE"), STR_INIT("'ve"), STR_INIT("'VE"),
                                         STR_INIT("n't"), STR_INIT("N'T")};
    return first_ending(out, t, at, ENDINGS, COUNT_OF(ENDINGS));
}

/* Words that are two, and where the second begins. */
static size_t contraction(struct buf *out, struct str t, size_t at)
{
    static const struct {
        struct str word;
        size_t head;
    } WORDS[] = {
        {STR_INIT("cannot"), 3}, {STR_INIT("d'ye"), 1},  {STR_INIT("gimme"), 3},
        {STR_INIT("gonna"), 3},  {STR_INIT("gotta"), 3}, {STR_INIT("lemme"), 3},
        {STR_INIT("more'n"), 4}, {STR_INIT("wanna"), 3}, {STR_INIT("'tis"), 2},
        {STR_INIT("'twas"), 2},
    };
    if ((at > 0 && word_byte(t.ptr[at - 1])) || !one_of(ascii_lower(t.ptr[at]), "cdglmw'"))
        return 0;
    for (size_t i = 0; i < COUNT_OF(WORDS); i++) {
        size_t n = WORDS[i].word.len;
        if (t.len - at < n || word_byte(at_or_nul(t, at + n)) ||
            !str_eq_nocase(str_slice(t, at, at + n), WORDS[i].word))
            continue;
        spaced(out, t, at, WORDS[i].head);
        spaced(out, t, at + WORDS[i].head, n - WORDS[i].head);
        return n;
    }
    return 0;
}

/* In the original's order. A rule is left out where the text has nothing that it is about, which is
 * most rules for most texts. */
static const struct {
    rule *rewrite;
    const char *about; /* NULL: any text */
} RULES[] = {
    {first_quote, "\""},   {backquotes, "`"},         {opening_quote, "\""}, {comma, ":,"},
    {last_comma, ":,"},    {ellipsis, "."},           {symbol, ";@#$%&"},    {final_dot, "."},
    {question_mark, "?!"}, {quote_before_space, "'"}, {bracket, "[](){}<>"}, {dashes, "-"},
    {pad_ends, NULL},      {closing_quote, "\""},     {two_quotes, "'"},     {possessive, "'"},
    {verb_ending, "'"},    {contraction, NULL},
};

static bool has_any(struct str t, const char *characters)
{
    for (const char *c = characters; *c; c++)
        if (t.len && memchr(t.ptr, *c, t.len))
            return true;
    return false;
}

static void apply(rule *r, struct str t, struct buf *out)
{
    buf_clear(out);
    for (size_t at = 0; at < t.len;) {
        size_t n = r(out, t, at);
        if (n == 0)
            buf_putc(out, t.ptr[at]);
        at += n ? n : 1;
    }
}

void word_list_add(struct arena *a, struct word_list *list, struct str word)
{
    ARENA_PUSH(a, list->items, list->count);
    list->items[list->count++] = word;
}

static void split_at_spaces(struct arena *a, struct str text, struct word_list *out)
{
    size_t start = 0;
    for (size_t at = 0; at <= text.len;) {
        size_t space = at < text.len ? str_space_at(text, at) : 1;
        if (space > 0 && at > start)
            word_list_add(a, out, str_slice(text, start, at));
        at += space ? space : 1;
        start = space ? at : start;
    }
}

static void split_sentence(struct arena *a, struct str text, struct word_list *out)
{
    struct buf one = {0}, two = {0};
    buf_put(&one, str_trim(text));
    for (size_t i = 0; i < COUNT_OF(RULES); i++) {
        if (RULES[i].about && !has_any(buf_str(&one), RULES[i].about))
            continue;
        apply(RULES[i].rewrite, buf_str(&one), &two);
        struct buf swap = one;
        one = two;
        two = swap;
    }
    split_at_spaces(a, arena_str(a, buf_str(&one)), out);
    buf_release(&one);
    buf_release(&two);
}

/* Sentences, as NLTK's trained model ends them, without the model: what it has learned of
 * abbreviations comes down to the common ones here. */

static bool is_abbreviation(struct str word)
{
    static const struct str ABBREVIATIONS[] = {
        STR_INIT("mr"),  STR_INIT("mrs"), STR_INIT("ms"),   STR_INIT("dr"),   STR_INIT("st"),
        STR_INIT("jr"),  STR_INIT("sr"),  STR_INIT("prof"), STR_INIT("gen"),  STR_INIT("sen"),
        STR_INIT("rep"), STR_INIT("gov"), STR_INIT("inc"),  STR_INIT("corp"), STR_INIT("co"),
        STR_INIT("ltd"), STR_INIT("vs"),  STR_INIT("e.g"),  STR_INIT("i.e"),  STR_INIT("u.s"),
        STR_INIT("u.k"), STR_INIT("a.m"), STR_INIT("p.m"),  STR_INIT("ave"),
    };
    bool initial = word.len == 1 && !ascii_digit(word.ptr[0]);
    for (size_t i = 0; i < COUNT_OF(ABBREVIATIONS) && !initial; i++)
        initial = str_eq_nocase(word, ABBREVIATIONS[i]);
    return initial;
}

/* Is the dot at `at` a full stop, and not part of "..." or of an abbreviation? */
static bool full_stop(struct str t, size_t at)
{
    size_t start = at;
    while (start > 0 && (word_byte(t.ptr[start - 1]) || t.ptr[start - 1] == '.'))
        start--;
    return (at == 0 || t.ptr[at - 1] != '.') && !is_abbreviation(str_slice(t, start, at));
}

/* An end mark with white space or something that cannot be in a word behind it. */
static bool may_end_sentence(struct str t, size_t at)
{
    char next = at_or_nul(t, at + 1);
    return one_of(t.ptr[at], ".?!") && (ascii_space(next) || one_of(next, "?!)\";}]*:@'({["));
}

/* Of several end marks without white space between them only the last counts. */
static bool ends_sentence(struct str t, size_t at)
{
    if (!may_end_sentence(t, at) || (t.ptr[at] == '.' && !full_stop(t, at)))
        return false;
    for (size_t i = at + 1; i < t.len && !ascii_space(t.ptr[i]); i++)
        if (may_end_sentence(t, i))
            return false;
    return true;
}

/* Closing quotes and brackets behind a sentence's end belong to it where nothing follows them. */
static size_t with_closers(struct str t, size_t end)
{
    size_t at = end;
    while (ascii_space(at_or_nul(t, at)))
        at++;
    size_t closers = at;
    while (one_of(at_or_nul(t, at), "\"')]}"))
        at++;
    bool alone =
        at == t.len || ascii_space(t.ptr[at]) || str_starts(str_slice(t, at, t.len), STR("--"));
    return at > closers && alone ? at : end;
}

struct word_list treebank_words(struct arena *a, struct str text)
{
    struct word_list words = {0};
    size_t start = 0;
    for (size_t at = 0; at < text.len; at++)
        if (ends_sentence(text, at)) {
            size_t end = with_closers(text, at + 1);
            split_sentence(a, str_slice(text, start, end), &words);
            start = end;
            at = end - 1;
        }
    split_sentence(a, str_slice(text, start, text.len), &words);
    return words;
}
