/* text_kind.c: telling texts by their looks. */
#include "relation/query/text_kind.h"

#include "base/utf8.h"

/* Small letters before a capital within a word. */
enum { GLUED_FROM = 3 };

/* What a text is made of. */
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

/* Quotes of its own would end those around it, and no one speaks of them without. */
static bool has_quotes(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.ptr[i] == '"' || s.ptr[i] == '`')
            return true;
    return false;
}

static bool has_apostrophe(struct str s)
{
    return str_find(s, STR("'"), 0) < s.len;
}

/* Control characters, and all of Unicode's that are no letters and that names do not have: dashes,
 * quotes, what stands for bytes that nobody could read. */
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
        return !has_apostrophe(text);
    return looks_of(text).letters + looks_of(text).digits > 0 &&
           !strchr(".,:?!'/-", text.ptr[text.len - 1]);
}

static bool length_alike(size_t old, size_t new)
{
    return new <= 2 * old + 10 && old <= 2 * new + 10;
}

/* Ids, dates and phone numbers: made in the same way. */
static bool made_alike(struct str old, struct str new, const struct looks *x, const struct looks *y)
{
    size_t more = old.len > new.len ? old.len - new.len : new.len - old.len;
    return x->words == y->words && x->marks == y->marks && more <= 2;
}

/* "Orders that were Cancelled" asks for another word of its form. */
static bool form_alike(struct str old, struct str new)
{
    return !str_ends(old, STR("ed")) || str_ends(new, STR("ed"));
}

/* Is the mark there a part of how a name is spelt: "J. Smith", "O'Hara"? */
static bool is_spelling(struct str s, size_t at)
{
    if (at == 0)
        return false;
    if (s.ptr[at] == '.')
        return ascii_capital(s.ptr[at - 1]) && (at == 1 || s.ptr[at - 2] == ' ');
    return s.ptr[at] == '\'' && is_letter(s.ptr[at - 1]) && at + 1 < s.len &&
           is_letter(s.ptr[at + 1]);
}

/* Are all marks of the new one such as the old one has? "Arabic-French" is more than a
 * language. */
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
        return y.digits > 0 && made_alike(old, new, &x, &y);
    if (y.glued && !x.inner_capital)
        return false;
    if (quoted)
        return true;
    return y.digits == 0 && marks_alike(old, new) && form_alike(old, new) &&
           x.capital_first == y.capital_first && x.capital_each == y.capital_each &&
           length_alike(old.len, new.len);
}
