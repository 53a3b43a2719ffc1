/* treebank.c: NLTK's Treebank tokenizer, substitution by substitution.
 *
 * The original applies regular expressions one after another. Each puts spaces around something,
 * and sees the spaces of those before it; then the text is split at white space. Order and overlap
 * decide what quotes become, so each expression is a rule here, applied to the whole text before
 * the next.
 */
#include "spider/treebank.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "spider/official_char.h"

/* Rewrite the text at t.ptr[at]. Returns the number of bytes read, or 0 if the rule does not apply.
 */
typedef size_t rule(struct buf *out, struct str t, size_t at);

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
    bool found = t.ptr[at] == '`' && official_byte_at(t, at + 1) == '`';
    return found ? spaced(out, t, at, 2) : 0;
}

static size_t opening_quote(struct buf *out, struct str t, size_t at)
{
    if (!official_is_any(t.ptr[at], " ([{<") || official_byte_at(t, at + 1) != '"')
        return 0;
    buf_putc(out, t.ptr[at]);
    buf_put(out, STR(" `` "));
    return 2;
}

/* The next character is read too: in ",,x" the second comma stays with the x. */
static size_t comma(struct buf *out, struct str t, size_t at)
{
    size_t n;
    if (!official_is_any(t.ptr[at], ":,") || at + 1 == t.len || utf8_digit(t, at + 1, &n) >= 0)
        return 0;
    spaced(out, t, at, 1);
    buf_putc(out, t.ptr[at + 1]);
    return 2;
}

static size_t last_comma(struct buf *out, struct str t, size_t at)
{
    return official_is_any(t.ptr[at], ":,") && at + 1 == t.len ? spaced(out, t, at, 1) : 0;
}

static size_t ellipsis(struct buf *out, struct str t, size_t at)
{
    bool found = str_starts(str_slice(t, at, t.len), STR("..."));
    return found ? spaced(out, t, at, 3) : 0;
}

static size_t symbol(struct buf *out, struct str t, size_t at)
{
    return official_is_any(t.ptr[at], ";@#$%&") ? spaced(out, t, at, 1) : 0;
}

/* A full stop, with only closing characters between it and the end. */
static size_t final_dot(struct buf *out, struct str t, size_t at)
{
    if (t.ptr[at] == '.' || official_byte_at(t, at + 1) != '.')
        return 0;
    size_t closers = at + 2, end;
    while (official_is_any(official_byte_at(t, closers), "])}>\"'"))
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
    return official_is_any(t.ptr[at], "?!") ? spaced(out, t, at, 1) : 0;
}

static size_t quote_before_space(struct buf *out, struct str t, size_t at)
{
    if (t.ptr[at] == '\'' || official_byte_at(t, at + 1) != '\'' ||
        official_byte_at(t, at + 2) != ' ')
        return 0;
    buf_putc(out, t.ptr[at]);
    buf_put(out, STR(" ' "));
    return 3;
}

static size_t bracket(struct buf *out, struct str t, size_t at)
{
    return official_is_any(t.ptr[at], "[](){}<>") ? spaced(out, t, at, 1) : 0;
}

static size_t dashes(struct buf *out, struct str t, size_t at)
{
    bool found = t.ptr[at] == '-' && official_byte_at(t, at + 1) == '-';
    return found ? spaced(out, t, at, 2) : 0;
}

/* Later rules need a space on either side of a word, also at the ends. */
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

/* Put a space before `ending` if it follows t.ptr[at] and ends a word. */
static size_t cut_ending(struct buf *out, struct str t, size_t at, struct str ending)
{
    if (!str_starts(str_slice(t, at + 1, t.len), ending) ||
        official_byte_at(t, at + 1 + ending.len) != ' ')
        return 0;
    buf_putc(out, t.ptr[at]);
    spaced(out, t, at + 1, ending.len);
    return ending.len + 2;
}

static size_t first_ending(struct buf *out, struct str t, size_t at, const struct str *endings,
                           size_t count)
{
    size_t n = 0;
    for (size_t i = 0; i < count && n == 0 && !official_is_any(t.ptr[at], "' "); i++)
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

/* Words that are two words, and where the second begins. */
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
    if ((at > 0 && word_byte(t.ptr[at - 1])) || !official_is_any(ascii_lower(t.ptr[at]), "cdglmw'"))
        return 0;
    for (size_t i = 0; i < COUNT_OF(WORDS); i++) {
        size_t n = WORDS[i].word.len;
        if (t.len - at < n || word_byte(official_byte_at(t, at + n)) ||
            !str_eq_nocase(str_slice(t, at, at + n), WORDS[i].word))
            continue;
        spaced(out, t, at, WORDS[i].head);
        spaced(out, t, at + WORDS[i].head, n - WORDS[i].head);
        return n;
    }
    return 0;
}

/* In the original's order. A rule is skipped if the text has none of its characters, which is so
 * for most rules and texts. */
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

static void apply_rule(rule *r, struct str t, struct buf *out)
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
    ARENA_ADD(a, list->items, list->count, word);
}

void word_list_split(struct arena *a, struct word_list *list, struct str text)
{
    size_t start = 0;
    for (size_t at = 0; at <= text.len;) {
        size_t space = at < text.len ? str_space_at(text, at) : 1;
        if (space > 0 && at > start)
            word_list_add(a, list, str_slice(text, start, at));
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
        apply_rule(RULES[i].rewrite, buf_str(&one), &two);
        struct buf swap = one;
        one = two;
        two = swap;
    }
    word_list_split(a, out, arena_str(a, buf_str(&one)));
    buf_release(&one);
    buf_release(&two);
}

/* Sentences, as NLTK's trained model ends them, but without the model: only common abbreviations
 * are known here. */

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

/* Is it an end mark before white space, or before something that cannot be in a word? */
static bool may_end_sentence(struct str t, size_t at)
{
    char next = official_byte_at(t, at + 1);
    return official_is_any(t.ptr[at], ".?!") &&
           (ascii_space(next) || official_is_any(next, "?!)\";}]*:@'({["));
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

/* Closing quotes and brackets after the end of a sentence belong to it if nothing follows them. */
static size_t with_closers(struct str t, size_t end)
{
    size_t at = end;
    while (ascii_space(official_byte_at(t, at)))
        at++;
    size_t closers = at;
    while (official_is_any(official_byte_at(t, at), "\"')]}"))
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
