/* statement_words.c: looking for words in SQL without reading it. */
#include "engine/sqlite/statement_words.h"

/* Bytes above ASCII are left out: three of them are a byte order mark, which is white space. */
static bool is_name_byte(char c)
{
    return ascii_digit(c) || ascii_letter(c) || c == '_' || c == '$';
}

/* Where `word` starts at `from` or later, in either case, or s.len. */
static size_t find_part(struct str s, struct str word, size_t from)
{
    char first = ascii_lower(word.ptr[0]);
    for (size_t i = from; i + word.len <= s.len; i++)
        if (ascii_lower(s.ptr[i]) == first && str_eq_nocase(str_slice(s, i, i + word.len), word))
            return i;
    return s.len;
}

static bool word_is_alone(struct str s, size_t start, size_t end)
{
    return (start == 0 || !is_name_byte(s.ptr[start - 1])) &&
           (end == s.len || !is_name_byte(s.ptr[end]));
}

/* Where `word` starts as a word of its own. */
static size_t find_word(struct str s, struct str word, size_t from)
{
    size_t i = find_part(s, word, from);
    while (i < s.len && !word_is_alone(s, i, i + word.len))
        i = find_part(s, word, i + 1);
    return i;
}

unsigned statement_count_word(struct str s, struct str word)
{
    unsigned count = 0;
    for (size_t i = find_word(s, word, 0); i < s.len; i = find_word(s, word, i + 1))
        count++;
    return count;
}

bool statement_has_word(struct str s, struct str word)
{
    return find_word(s, word, 0) < s.len;
}

bool statement_has(struct str s, struct str part)
{
    return find_part(s, part, 0) < s.len;
}

/* The words that are operators, of 2 to 7 letters. */
static bool is_operator(struct str word)
{
    static const struct str OPERATORS[] = {
        STR_INIT("and"),     STR_INIT("or"),   STR_INIT("is"),     STR_INIT("in"),
        STR_INIT("like"),    STR_INIT("glob"), STR_INIT("isnull"), STR_INIT("notnull"),
        STR_INIT("between"), STR_INIT("match")};
    for (size_t i = 0; i < COUNT_OF(OPERATORS); i++)
        if (str_eq_nocase(word, OPERATORS[i]))
            return true;
    return false;
}

static bool is_sign(char c)
{
    return c != '\0' && strchr("=<>!+*/|&%~", c) != NULL;
}

/* The place after the first `end` from `from` on, or s.len. */
static size_t place_after(struct str s, size_t from, struct str end)
{
    size_t i = str_find(s, end, from);
    return i < s.len ? i + end.len : s.len;
}

/* The place after the text, the quoted name or the comment that begins at `i`; `i` if none does. */
static size_t skip_plain(struct str s, size_t i)
{
    struct str rest = str_slice(s, i, s.len);
    char c = s.ptr[i];
    if (c == '\'' || c == '"' || c == '`')
        return place_after(s, i + 1, str_slice(s, i, i + 1));
    if (c == '[')
        return place_after(s, i + 1, STR("]"));
    if (str_starts(rest, STR("--")))
        return place_after(s, i, STR("\n"));
    return str_starts(rest, STR("/*")) ? place_after(s, i + 2, STR("*/")) : i;
}

/* The place after the operator or the word that begins at `i`, or after the character there. */
static size_t skip_token(struct str s, size_t i, unsigned *operators)
{
    size_t end = i;
    while (end < s.len && is_name_byte(s.ptr[end]))
        end++;
    if (end > i) {
        *operators += is_operator(str_slice(s, i, end));
        return end;
    }
    while (end < s.len && is_sign(s.ptr[end]))
        end++;
    *operators += end > i;
    return end > i ? end : i + 1;
}

unsigned statement_count_operators(struct str s)
{
    unsigned count = 0;
    bool sure = true; /* a variable may hold quotes and signs of comments that are not */
    for (size_t i = 0; i < s.len;) {
        size_t end = sure ? skip_plain(s, i) : i;
        sure = sure && !memchr("$@#:", s.ptr[i], 4);
        i = end > i ? end : skip_token(s, i, &count);
    }
    return count;
}

bool statement_ends(const char *p)
{
    for (; *p; p++) {
        if (strchr(" \t\f\n\r", *p))
            continue;
        bool line = p[0] == '-' && p[1] == '-';
        if (!line && !(p[0] == '/' && p[1] == '*'))
            return false;
        const char *end = strstr(p + 2, line ? "\n" : "*/");
        if (!end)
            return true;
        p = line ? end : end + 1;
    }
    return true;
}
