/* noun_number.c: endings of nouns and participles. */
#include "lexicon/noun_number.h"

#include "lexicon/question_text.h"

bool is_possessive(struct str word)
{
    return memchr(word.ptr, '\'', word.len) || str_find(word, STR("\xe2\x80\x99"), 0) < word.len;
}

enum grammatical_number word_number(struct str word, unsigned classes)
{
    if ((classes & WORD_EITHER) || is_possessive(word))
        return NUMBER_UNSURE;
    if (classes & WORD_PLURAL)
        return NUMBER_PLURAL;
    bool plural = word.len > 2 && str_ends(word, STR("s")) && !str_ends(word, STR("ss")) &&
                  !str_ends(word, STR("us")) && !str_ends(word, STR("is")) &&
                  !(classes & WORD_SINGULAR);
    return plural ? NUMBER_PLURAL : NUMBER_SINGULAR;
}

bool is_past(struct str word)
{
    return str_ends(word, STR("ed")) && !str_ends(word, STR("eed"));
}
