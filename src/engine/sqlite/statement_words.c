/* statement_words.c: looking for words in SQL without reading it. */
#include "engine/sqlite/statement_words.h"

/* Bytes above ASCII are left out: three of them are a byte order mark, which is white space. */
static bool is_name_byte(char c)
{
    return ascii_digit(c) || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z') || c == '_' ||
           c == '$';
}

unsigned statement_count_word(struct str s, struct str word)
{
    unsigned count = 0;
    for (size_t i = 0; i + word.len <= s.len; i++) {
        size_t end = i + word.len;
        count += str_eq_nocase(str_slice(s, i, end), word) &&
                 (i == 0 || !is_name_byte(s.ptr[i - 1])) &&
                 (end == s.len || !is_name_byte(s.ptr[end]));
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
