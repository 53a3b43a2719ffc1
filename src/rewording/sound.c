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

/* Verbs */

static bool is_word(const struct words *w, uint32_t i, const char *const *list)
{
    while (*list && !str_eq(w->items[i].lower, str_from(*list)))
        list++;
    return *list != NULL;
}

static const char *const SINGULAR_VERBS[] = {"is", "has", "was", NULL};
static const char *const PLURAL_VERBS[] = {"are", "have", "were", "do", NULL};

static bool is_form(const struct word *w, bool plural)
{
    return w->kind == TOKEN_WORD && !w->capital && w->classes == 0 &&
           !str_eq(w->lemma, w->lower) == plural;
}

/* "how many countries has", "whose earnings is", "the singers has": the verb stands right behind
 * its noun. */
static bool disagrees_with_noun(const struct words *w, uint32_t verb)
{
    static const char *const BEFORE[] = {"many", "whose", NULL};
    return verb >= 2 && is_word(w, verb, SINGULAR_VERBS) && is_form(&w->items[verb - 1], true) &&
           (is_word(w, verb - 2, BEFORE) || (verb >= 3 && is_word(w, verb - 3, BEFORE)));
}

/* "the student who have": of a noun that a relative clause follows. */
static bool disagrees_in_clause(const struct words *w, uint32_t verb)
{
    static const char *const RELATIVES[] = {"who", "which", "that", NULL};
    static const char *const BEFORE[] = {"the", "a", "an", "each", "every", "of", NULL};
    return verb >= 3 && is_word(w, verb, PLURAL_VERBS) && is_word(w, verb - 1, RELATIVES) &&
           is_form(&w->items[verb - 2], false) && is_word(w, verb - 3, BEFORE);
}

/* "which customer have" */
static bool disagrees_with_which(const struct words *w, uint32_t verb)
{
    static const char *const HAVE[] = {"have", NULL};
    return verb >= 2 && is_word(w, verb, HAVE) && is_form(&w->items[verb - 1], false) &&
           str_eq(w->items[verb - 2].lower, STR("which"));
}

/* "what are the number of concerts" */
static bool disagrees_with_number(const struct words *w, uint32_t verb)
{
    static const char *const NUMBERS[] = {"number", "count", "amount", NULL};
    return verb + 2 < w->count && is_word(w, verb, PLURAL_VERBS) &&
           str_eq(w->items[verb + 1].lower, STR("the")) && is_word(w, verb + 2, NUMBERS);
}

static bool verbs_agree(const struct words *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (disagrees_with_noun(w, i) || disagrees_in_clause(w, i) || disagrees_with_which(w, i) ||
            disagrees_with_number(w, i))
            return false;
    return true;
}

bool question_sound(const struct question_reading *r)
{
    bool spelled = r->knowledge && wordnet_present(&r->knowledge->wordnet);
    return verbs_agree(&r->told.words) && (!spelled || all_known(r));
}
