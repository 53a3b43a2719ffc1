/* text_words.c: telling texts by their words. */
#include "relation/query/text_words.h"

#include "lexicon/known_word.h"
#include "lexicon/question_text.h"

/* Words of these classes make a sentence of others. Names have small words, too: "Trinidad and
 * Tobago", "Isle of Man". Those are the joining ones. */
enum {
    SENTENCE_CLASSES = WORD_AUXILIARY | WORD_MODAL | WORD_PRONOUN | WORD_INTERROGATIVE |
                       WORD_RELATIVE | WORD_PREPOSITION,
    NAME_CLASSES = WORD_JOINING | WORD_ABBREVIATION
};

static bool has_sentence_word(struct arena *a, const struct lexicon *l, struct str text)
{
    struct question_text words = question_text_read(a, text, l);
    for (uint32_t i = 0; i < words.n_tokens; i++) {
        unsigned classes = words.tokens[i].classes;
        if ((classes & SENTENCE_CLASSES) && !(classes & NAME_CLASSES))
            return true;
    }
    return false;
}

/* Codes such as "CV" mean what their column says, whatever else has these letters. */
static bool is_code(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (ascii_small(text.ptr[i]))
            return false;
    return true;
}

static bool is_known_alike(struct arena *a, const struct knowledge *k, struct str old,
                           struct str new)
{
    if (!k || is_code(old))
        return true;
    struct known_as x = known_as(a, &k->wordnet, old), y = known_as(a, &k->wordnet, new);
    return x.ordinary || ((!x.name || y.name) && !y.ordinary);
}

bool text_words_fit(struct arena *a, const struct relation_seed *s, struct str old, struct str new)
{
    return (has_sentence_word(a, s->lexicon, old) || !has_sentence_word(a, s->lexicon, new)) &&
           is_known_alike(a, s->knowledge, old, new);
}

bool text_is_listed(const struct lexicon *l, struct str list, struct str text)
{
    const struct lexicon_table *words = lexicon_table(l, list);
    for (uint32_t i = 0; i < words->n_rows; i++)
        if (str_eq_nocase(words->rows[i].fields[0], text))
            return true;
    return false;
}

bool text_has_listed(const struct lexicon *l, struct str list, struct str text)
{
    for (struct str rest = text; rest.ptr;)
        if (text_is_listed(l, list, str_split(&rest, ' ')))
            return true;
    return false;
}

bool text_fits_preposition(const struct lexicon *l, struct str before, struct str old,
                           struct str new)
{
    struct str list = STR("on_names");
    return !str_eq_nocase(before, STR("in")) || !text_has_listed(l, list, new) ||
           text_has_listed(l, list, old);
}
