/* text_kind.c: comparing texts by their looks and their words. */
#include "relation/query/text_kind.h"

#include "base/utf8.h"
#include "lexicon/word_fact.h"
#include "lexicon/wordnet.h"
#include "link/words.h"

/* This many small letters before a capital make two words of one. */
enum { GLUED_FROM = 3 };

/* The make-up of a text. */
struct looks {
    uint32_t words, letters, capitals, digits, marks;
    bool capital_first, capital_each; /* of the words, small ones left out */
    bool inner_capital;               /* McLean, NygrenTania */
    bool glued;                       /* two words without a space: NygrenTania */
};

static bool is_letter(char c)
{
    return ascii_letter(c) || (unsigned char)c >= 0x80;
}

static bool is_mark(struct str s, size_t at)
{
    return !is_letter(s.ptr[at]) && !ascii_digit(s.ptr[at]) && s.ptr[at] != ' ';
}

static void look_at_word(struct looks *l, struct str word)
{
    bool first = l->words++ == 0;
    bool capital = ascii_capital(word.ptr[0]) || (unsigned char)word.ptr[0] >= 0x80;
    if (first)
        l->capital_first = l->capital_each = capital;
    else if (word.len > 3)
        l->capital_each = l->capital_each && capital;
}

static struct looks looks_of(struct str s)
{
    struct looks l = {0};
    for (struct str rest = s; rest.len > 0;) {
        struct str word = str_split(&rest, ' ');
        if (word.len > 0)
            look_at_word(&l, word);
    }
    for (size_t i = 0, small = 0; i < s.len; i++) {
        char c = s.ptr[i];
        l.letters += is_letter(c);
        l.capitals += ascii_capital(c);
        l.digits += ascii_digit(c);
        l.marks += is_mark(s, i);
        l.inner_capital |= ascii_capital(c) && small > 0;
        l.glued |= ascii_capital(c) && small >= GLUED_FROM;
        small = ascii_small(c) ? small + 1 : 0;
    }
    return l;
}

/* Quotes within it would end those around it, and nobody says them otherwise. */
static bool has_quotes(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.ptr[i] == '"' || s.ptr[i] == '`')
            return true;
    return false;
}

/* Control characters, and those of Unicode that are neither letters nor found in names: dashes,
 * quotes, replacement characters. */
static bool has_odd_character(struct str s)
{
    size_t len;
    for (size_t i = 0; i < s.len; i += len) {
        uint32_t c = utf8_code_point(s, i, &len);
        if (c < ' ' || (c >= 0x7f && c < 0xc0) || (c >= 0x2000 && c < 0x2070) || c >= 0xfff0)
            return true;
    }
    return false;
}

bool text_sayable(struct str text, bool quoted)
{
    if (text.len == 0 || text.len > TEXT_LENGTH_MAX || !utf8_valid(text) ||
        has_odd_character(text) || text.ptr[0] == ' ' || text.ptr[text.len - 1] == ' ' ||
        str_find(text, STR("  "), 0) < text.len || has_quotes(text))
        return false;
    if (quoted)
        return !memchr(text.ptr, '\'', text.len);
    return looks_of(text).letters + looks_of(text).digits > 0 &&
           !strchr(".,:?!'/-", text.ptr[text.len - 1]);
}

static bool length_alike(size_t old, size_t new)
{
    return new <= 2 * old + 10 && old <= 2 * new + 10;
}

/* Ids, dates and phone numbers: the same shape. */
static bool shaped_alike(struct str old, struct str new, const struct looks *x,
                         const struct looks *y)
{
    size_t more = old.len > new.len ? old.len - new.len : new.len - old.len;
    return x->words == y->words && x->marks == y->marks && more <= 2;
}

/* "Orders that were Cancelled" takes only another participle. */
static bool participles_alike(struct str old, struct str new)
{
    return !str_ends(old, STR("ed")) || str_ends(new, STR("ed"));
}

/* Does the mark belong to the spelling of a name: "J. Smith", "O'Hara"? */
static bool is_spelling(struct str s, size_t at)
{
    if (at == 0)
        return false;
    if (s.ptr[at] == '.')
        return ascii_capital(s.ptr[at - 1]) && (at == 1 || s.ptr[at - 2] == ' ');
    return s.ptr[at] == '\'' && is_letter(s.ptr[at - 1]) && at + 1 < s.len &&
           is_letter(s.ptr[at + 1]);
}

/* Does the old one have all marks of the new one? "Arabic-French" is more than a language. */
static bool marks_alike(struct str old, struct str new)
{
    for (size_t i = 0; i < new.len; i++)
        if (is_mark(new, i) && !is_spelling(new, i) && !memchr(old.ptr, new.ptr[i], old.len))
            return false;
    return true;
}

bool text_alike(struct str old, struct str new, bool quoted)
{
    struct looks x = looks_of(old), y = looks_of(new);
    if ((x.letters > 0) != (y.letters > 0))
        return false;
    if (x.digits > 0)
        return y.digits > 0 && shaped_alike(old, new, &x, &y);
    if (y.glued && !x.inner_capital)
        return false;
    if (quoted)
        return true;
    return y.digits == 0 && marks_alike(old, new) && participles_alike(old, new) &&
           x.capital_first == y.capital_first && x.capital_each == y.capital_each &&
           length_alike(old.len, new.len);
}

/* Words */

/* Words of these classes make a sentence, but names have joining words, too: "Trinidad and Tobago",
 * "Isle of Man". */
enum {
    SENTENCE_CLASSES = WORD_AUXILIARY | WORD_MODAL | WORD_PRONOUN | WORD_INTERROGATIVE |
                       WORD_RELATIVE | WORD_PREPOSITION,
    NAME_CLASSES = WORD_JOINING | WORD_ABBREVIATION
};

static bool has_sentence_word(struct arena *a, const struct lexicon *l, struct str text)
{
    struct words words = words_scan(a, l, text);
    for (uint32_t i = 0; i < words.count; i++) {
        unsigned classes = words.items[i].classes;
        if ((classes & SENTENCE_CLASSES) && !(classes & NAME_CLASSES))
            return true;
    }
    return false;
}

static bool is_known_alike(struct arena *a, const struct knowledge *k, struct str old,
                           struct str new)
{
    if (!k || !str_any(old, ascii_small)) /* "CV" is not a word of the same letters */
        return true;
    struct wordnet_spelling x = wordnet_spelling_of(a, &k->wordnet, old),
                            y = wordnet_spelling_of(a, &k->wordnet, new);
    return x.ordinary || ((!x.name || y.name) && !y.ordinary);
}

bool text_words_fit(struct arena *a, const struct relation_seed *s, struct str old, struct str new)
{
    return (has_sentence_word(a, s->lexicon, old) || !has_sentence_word(a, s->lexicon, new)) &&
           is_known_alike(a, s->knowledge, old, new);
}

bool text_takes(const struct lexicon *l, struct str small_word, struct str text)
{
    for (struct str rest = text; rest.ptr;)
        if (fact_is(l, FACT_TAKES, str_split(&rest, ' '), small_word))
            return true;
    return false;
}

bool text_fits_preposition(const struct lexicon *l, struct str before, struct str old,
                           struct str new)
{
    return !str_eq_nocase(before, STR("in")) || !text_takes(l, STR("on"), new) ||
           text_takes(l, STR("on"), old);
}
