/* article.c: by the first letters, as far as these tell. */
#include "lexicon/article.h"

static enum article article_of_number(struct str word)
{
    size_t digits = 0;
    while (digits < word.len && ascii_digit(word.ptr[digits]))
        digits++;
    bool teen = (str_starts(word, STR("11")) || str_starts(word, STR("18"))) && digits % 3 == 2;
    return word.ptr[0] == '8' || teen ? ARTICLE_AN : ARTICLE_A;
}

/* Does it begin with one of these, whatever its first letter's case? */
static bool begins_with(struct str word, const char *const *beginnings)
{
    for (; *beginnings; beginnings++) {
        struct str b = str_from(*beginnings);
        if (word.len >= b.len && str_eq_nocase(str_slice(word, 0, b.len), b))
            return true;
    }
    return false;
}

enum article article_of(struct str word)
{
    static const char *const SILENT_H[] = {"hour", "honest", "honor", "honour", "heir", NULL};
    static const char *const SPOKEN_W[] = {"one", "once", NULL};
    char c = word.len > 0 ? ascii_lower(word.ptr[0]) : '?';
    if (ascii_digit(c))
        return article_of_number(word);
    bool capitals = word.len > 1 && ascii_capital(word.ptr[1]);
    if (c < 'a' || c > 'z' || c == 'u' || word.len == 1 || capitals)
        return ARTICLE_UNSURE; /* a user, an uncle; an FBI agent */
    if (c == 'h')
        return begins_with(word, SILENT_H) ? ARTICLE_AN : ARTICLE_A;
    if (c == 'o')
        return begins_with(word, SPOKEN_W) ? ARTICLE_A : ARTICLE_AN;
    return memchr("aei", c, 3) ? ARTICLE_AN : ARTICLE_A;
}
