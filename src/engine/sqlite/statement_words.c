/* statement_words.c: looking for words in SQL without reading it. */
#include "engine/sqlite/statement_words.h"

/* Bytes above ASCII are left out: three of them are a byte order mark, which is white space. */
static bool is_name_byte(char c)
{
    return ascii_digit(c) || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z') || c == '_' ||
           c == '$';
}

/* Where `word` starts at `from` or later, in either case; s.len where it does not. */
static size_t find(struct str s, struct str word, size_t from)
{
    char first = ascii_lower(word.ptr[0]);
    for (size_t i = from; i + word.len <= s.len; i++)
        if (ascii_lower(s.ptr[i]) == first && str_eq_nocase(str_slice(s, i, i + word.len), word))
            return i;
    return s.len;
}

static bool is_alone(struct str s, size_t start, size_t end)
{
    return (start == 0 || !is_name_byte(s.ptr[start - 1])) &&
           (end == s.len || !is_name_byte(s.ptr[end]));
}

/* Where `word` starts as a word of its own. */
static size_t find_word(struct str s, struct str word, size_t from)
{
    size_t i = find(s, word, from);
    while (i < s.len && !is_alone(s, i, i + word.len))
        i = find(s, word, i + 1);
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
    return find(s, part, 0) < s.len;
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
