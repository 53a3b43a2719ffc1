/* article.c: by the first letters, as far as these tell. */
#include "lexicon/article.h"

enum article article_of(struct str word)
{
    char c = word.len > 0 ? ascii_lower(word.ptr[0]) : '?';
    if (ascii_digit(c)) {
        size_t digits = 0;
        while (digits < word.len && ascii_digit(word.ptr[digits]))
            digits++;
        bool teen = (str_starts(word, STR("11")) || str_starts(word, STR("18"))) && digits % 3 == 2;
        return c == '8' || teen ? ARTICLE_AN : ARTICLE_A;
    }
    bool capitals = word.len > 1 && word.ptr[1] >= 'A' && word.ptr[1] <= 'Z';
    if (c < 'a' || c > 'z' || memchr("uho", c, 3) || word.len == 1 || capitals)
        return ARTICLE_UNSURE; /* a one, a user, an hour; an FBI agent */
    return memchr("aei", c, 3) ? ARTICLE_AN : ARTICLE_A;
}
