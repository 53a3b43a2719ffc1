/* sound.c: looking for words that nobody knows, and for common mistakes of grammar. */
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

bool question_spelled(const struct question_reading *r)
{
    const struct wordnet *w = r->knowledge ? &r->knowledge->wordnet : NULL;
    if (!w || !wordnet_present(w))
        return true;
    for (uint32_t i = 0; i < r->mentions.count; i++) {
        const struct mention *m = &r->mentions.items[i];
        for (uint32_t k = m->start; m->kind == MENTION_WORD && k < m->end; k++)
            if (!is_known(w, &r->told.words.items[k]))
                return false;
    }
    return true;
}

/* How it is built */

static bool is_word(const struct words *w, uint32_t i, const char *const *list)
{
    while (*list && !str_eq(w->items[i].lower, str_from(*list)))
        list++;
    return *list != NULL;
}

static const char *const SINGULAR_VERBS[] = {"is", "has", "was", "exceeds", NULL};
static const char *const PLURAL_VERBS[] = {"are", "have", "were", "do", NULL};

static bool is_form(const struct word *w, bool plural)
{
    return w->kind == TOKEN_WORD && !w->capital && (w->classes & ~(unsigned)WORD_UNIT) == 0 &&
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

/* "which customer have", "which address do not": but not "which address do people have". */
static bool disagrees_with_which(const struct words *w, uint32_t verb)
{
    bool finite = str_eq(w->items[verb].lower, STR("have")) ||
                  (verb + 1 < w->count && str_eq(w->items[verb].lower, STR("do")) &&
                   str_eq(w->items[verb + 1].lower, STR("not")));
    return verb >= 2 && finite && is_form(&w->items[verb - 1], false) &&
           str_eq(w->items[verb - 2].lower, STR("which"));
}

/* "what are the total number of concerts" */
static bool disagrees_with_number(const struct words *w, uint32_t verb)
{
    static const char *const NUMBERS[] = {"number", "count", "amount", NULL};
    static const char *const BEFORE[] = {"total", "overall", NULL};
    if (verb + 3 >= w->count || !is_word(w, verb, PLURAL_VERBS) ||
        !str_eq(w->items[verb + 1].lower, STR("the")))
        return false;
    return is_word(w, verb + 2 + is_word(w, verb + 2, BEFORE), NUMBERS);
}

/* "find the number of matches happened in 2013": such a verb needs "that" before it. */
static bool lacks_relative(const struct words *w, uint32_t verb)
{
    static const char *const VERBS[] = {"happened", "occurred", NULL};
    uint32_t first = verb;
    while (!begins_sentence(w, first))
        first--;
    return verb > first && is_word(w, verb, VERBS) && is_form(&w->items[verb - 1], true) &&
           (w->items[first].classes & WORD_COMMAND);
}

/* "of the all the students" */
static bool has_articles_around(const struct words *w, uint32_t i)
{
    return i > 0 && i + 1 < w->count && str_eq(w->items[i].lower, STR("all")) &&
           str_eq(w->items[i - 1].lower, STR("the")) && str_eq(w->items[i + 1].lower, STR("the"));
}

bool question_built(const struct words *w)
{
    typedef bool fault(const struct words *, uint32_t);
    static fault *const FAULTS[] = {disagrees_with_noun,  disagrees_in_clause,
                                    disagrees_with_which, disagrees_with_number,
                                    lacks_relative,       has_articles_around};
    for (uint32_t i = 0; i < w->count; i++)
        for (size_t f = 0; f < sizeof FAULTS / sizeof *FAULTS; f++)
            if (FAULTS[f](w, i))
                return false;
    return true;
}
