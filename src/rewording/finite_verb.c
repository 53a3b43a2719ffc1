/* finite_verb.c: telling verbs by their form.
 *
 * Told by the ending, so that most verbs need no list. What could be another word of the clause, as
 * in "the dogs that owners like", must not pass; a verb that does not pass does no harm. */
#include "rewording/finite_verb.h"

static bool has(const struct str *list, size_t n, struct str word)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(list[i], word))
            return true;
    return false;
}

#define HAS(list, word) has(list, COUNT_OF(list), word)

static const struct str SINGULAR[] = {
    STR_INIT("is"),    STR_INIT("was"),    STR_INIT("has"),    STR_INIT("does"),
    STR_INIT("isn't"), STR_INIT("wasn't"), STR_INIT("hasn't"), STR_INIT("doesn't"),
};
static const struct str PLURAL[] = {
    STR_INIT("are"),    STR_INIT("were"),    STR_INIT("have"),    STR_INIT("do"),
    STR_INIT("aren't"), STR_INIT("weren't"), STR_INIT("haven't"), STR_INIT("don't"),
};
static const struct str PAST[] = {
    STR_INIT("had"),    STR_INIT("did"),    STR_INIT("didn't"), STR_INIT("won"),
    STR_INIT("got"),    STR_INIT("took"),   STR_INIT("went"),   STR_INIT("came"),
    STR_INIT("made"),   STR_INIT("held"),   STR_INIT("led"),    STR_INIT("ran"),
    STR_INIT("wrote"),  STR_INIT("gave"),   STR_INIT("spent"),  STR_INIT("paid"),
    STR_INIT("sold"),   STR_INIT("lost"),   STR_INIT("became"), STR_INIT("sang"),
    STR_INIT("spoke"),  STR_INIT("taught"), STR_INIT("left"),   STR_INIT("built"),
    STR_INIT("bought"),
};
static const struct str ADVERBS[] = {
    STR_INIT("never"), STR_INIT("also"), STR_INIT("currently"), STR_INIT("both"), STR_INIT("only"),
};

static bool is_open(const struct word *w)
{
    return w->kind == TOKEN_WORD && !w->capital && (w->classes & ~(unsigned)WORD_VERB) == 0;
}

static bool ends_in(const struct word *w, struct str ending)
{
    return str_ends(w->lower, ending);
}

/* By its ending, a verb in the third person: "plays", but not "class". */
static bool is_third_person(const struct word *w)
{
    return is_open(w) && ends_in(w, STR("s")) && !ends_in(w, STR("ss")) && !ends_in(w, STR("us"));
}

/* No third person, no "…ing", no adverb, and a verb as far as WordNet knows: "play". */
static bool is_base_form(const struct question_reading *r, const struct word *w)
{
    uint32_t senses[WORDNET_MAX_SENSES];
    bool form = is_open(w) && !ends_in(w, STR("s")) && !ends_in(w, STR("ing")) &&
                !ends_in(w, STR("ly")) && w->lower.len > 2;
    bool asked = form && r->knowledge && wordnet_present(&r->knowledge->wordnet);
    return form &&
           (!asked || wordnet_senses(&r->knowledge->wordnet, WORDNET_VERB, w->lower, senses) > 0);
}

static bool is_finite(const struct question_reading *r, const struct word *w, bool plural)
{
    if (w->kind != TOKEN_WORD)
        return false;
    if ((w->classes & WORD_MODAL) || HAS(PAST, w->lower) || (is_open(w) && ends_in(w, STR("ed"))))
        return true;
    if (plural)
        return HAS(PLURAL, w->lower) || is_base_form(r, w);
    return HAS(SINGULAR, w->lower) || is_third_person(w);
}

uint32_t finite_verb_end(const struct question_reading *r, uint32_t at, bool plural)
{
    const struct words *w = &r->told.words;
    uint32_t verb = at < w->count && HAS(ADVERBS, w->items[at].lower) ? at + 1 : at;
    return verb < w->count && is_finite(r, &w->items[verb], plural) ? verb + 1 : at;
}

/* "The oldest", "the most popular" */
static bool is_superlative_at(const struct words *w, uint32_t at)
{
    if (at + 1 >= w->count || !str_eq(w->items[at].lower, STR("the")))
        return false;
    struct str word = w->items[at + 1].lower;
    return str_eq(word, STR("most")) || str_eq(word, STR("least")) || str_ends(word, STR("est"));
}

bool verb_is_inverted(const struct words *w, uint32_t at)
{
    static const struct str DO[] = {STR_INIT("do"), STR_INIT("does"), STR_INIT("did")};
    static const struct str BE[] = {STR_INIT("is"), STR_INIT("are"), STR_INIT("was"),
                                    STR_INIT("were")};
    if (at + 1 >= w->count)
        return true;
    const struct word *next = &w->items[at + 1];
    bool does = STR_IN(w->items[at].lower, DO), is = STR_IN(w->items[at].lower, BE);
    bool subject = next->capital || next->kind == TOKEN_QUOTED ||
                   ((next->classes & WORD_DETERMINER) && !is_superlative_at(w, at + 1)) ||
                   str_eq(next->lower, STR("there"));
    return (does && !str_eq(next->lower, STR("not"))) || (is && subject);
}
