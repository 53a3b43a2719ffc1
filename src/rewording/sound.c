/* sound.c: looking for words that nobody knows, and verbs that do not agree. */
#include "rewording/sound.h"

static bool in_wordnet(const struct wordnet *w, struct str word)
{
    uint32_t places[WORDNET_MAX_SENSES];
    for (int pos = 0; pos < WORDNET_N_POS; pos++)
        if (wordnet_senses(w, (enum wordnet_pos)pos, word, places) > 0 ||
            wordnet_exception(w, (enum wordnet_pos)pos, word).ptr)
            return true;
    return false;
}

/* "carries": an ending that only verbs and their nouns have. */
static bool in_wordnet_without_s(const struct wordnet *w, struct str word)
{
    return str_ends(word, STR("s")) && in_wordnet(w, str_slice(word, 0, word.len - 1));
}

static bool is_known(const struct wordnet *w, const struct word *word)
{
    enum { SHORTEST = 4 }; /* shorter ones are codes and units more often than mistakes */
    if (word->kind != TOKEN_WORD || word->capital || word->classes != 0 || word->has_number ||
        word->lower.len < SHORTEST)
        return true;
    for (uint32_t i = 0; i < word->n_stems; i++)
        if (in_wordnet(w, word->stems[i]))
            return true;
    return in_wordnet(w, word->lower) || in_wordnet(w, word->lemma) ||
           in_wordnet_without_s(w, word->lower);
}

static bool all_known(const struct question_reading *r)
{
    const struct wordnet *w = &r->knowledge->wordnet;
    for (uint32_t i = 0; i < r->mentions.count; i++) {
        const struct mention *m = &r->mentions.items[i];
        for (uint32_t k = m->start; m->kind == MENTION_WORD && k < m->end; k++)
            if (!is_known(w, &r->told.words.items[k]))
                return false;
    }
    return true;
}

/* "how many countries has": the verb next to a plural. */
static bool verbs_agree(const struct words *w)
{
    for (uint32_t i = 2; i + 1 < w->count; i++) {
        const struct word *noun = &w->items[i], *verb = &w->items[i + 1];
        bool many = str_eq(w->items[i - 1].lower, STR("many")) ||
                    str_eq(w->items[i - 2].lower, STR("many"));
        bool plural = !str_eq(noun->lemma, noun->lower) && noun->classes == 0;
        if (many && plural && (str_eq(verb->lower, STR("has")) || str_eq(verb->lower, STR("is"))))
            return false;
    }
    return true;
}

bool question_sound(const struct question_reading *r)
{
    bool spelled = r->knowledge && wordnet_present(&r->knowledge->wordnet);
    return verbs_agree(&r->told.words) && (!spelled || all_known(r));
}
