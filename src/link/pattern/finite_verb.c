/* finite_verb.c: finding verbs by their form.
 *
 * The ending decides, so that most verbs need no list. What could be another word of the clause, as
 * in "the dogs that owners like", must not pass; a verb that does not pass does no harm. */
#include "link/pattern/finite_verb.h"

static const char SINGULAR[] = "is was has does isn't wasn't hasn't doesn't";
static const char PLURAL[] = "are were have do aren't weren't haven't don't";
static const char PAST[] = "had did didn't won got took went came made held led ran wrote gave "
                           "spent paid sold lost became "
                           "sang spoke taught left built bought";
static const char ADVERBS[] = "never also currently both only";

static bool is_open(const struct word *w)
{
    return w->kind == TOKEN_WORD && !w->capital && (w->classes & ~(unsigned)WORD_VERB) == 0;
}

/* By its ending, a verb in the third person: "plays", but not "class". */
static bool is_third_person(const struct word *w)
{
    return is_open(w) && str_ends(w->lower, STR("s")) && !str_ends(w->lower, STR("ss")) &&
           !str_ends(w->lower, STR("us"));
}

/* Not the third person, "…ing" or an adverb, and a verb by WordNet if it is there: "play". */
static bool is_base_form(const struct question_reading *r, const struct word *w)
{
    uint32_t senses[WORDNET_MAX_SENSES];
    bool form = is_open(w) && !str_ends(w->lower, STR("s")) && !str_ends(w->lower, STR("ing")) &&
                !str_ends(w->lower, STR("ly")) && w->lower.len > 2;
    bool asked = form && r->knowledge && wordnet_present(&r->knowledge->wordnet);
    return form &&
           (!asked || wordnet_senses(&r->knowledge->wordnet, WORDNET_VERB, w->lower, senses) > 0);
}

static bool is_finite(const struct question_reading *r, const struct word *w, bool plural)
{
    if (w->kind != TOKEN_WORD)
        return false;
    if ((w->classes & WORD_MODAL) || str_among(w->lower, PAST) ||
        (is_open(w) && str_ends(w->lower, STR("ed"))))
        return true;
    if (plural)
        return str_among(w->lower, PLURAL) || is_base_form(r, w);
    return str_among(w->lower, SINGULAR) || is_third_person(w);
}

uint32_t finite_verb_end(const struct question_reading *r, uint32_t at, bool plural)
{
    const struct words *w = &r->said.words;
    uint32_t verb = at + word_is(w, at, ADVERBS);
    return verb < w->count && is_finite(r, &w->items[verb], plural) ? verb + 1 : at;
}

/* "The oldest", "the most popular" */
static bool is_superlative_at(const struct words *w, uint32_t at)
{
    if (at + 1 >= w->count || !word_is(w, at, "the"))
        return false;
    return word_is(w, at + 1, "most least") || str_ends(w->items[at + 1].lower, STR("est"));
}

bool verb_is_inverted(const struct words *w, uint32_t at)
{
    if (at + 1 >= w->count)
        return true;
    const struct word *next = &w->items[at + 1];
    bool does = word_is(w, at, "do does did"), is = word_is(w, at, "is are was were");
    bool subject = next->capital || next->kind == TOKEN_QUOTED ||
                   ((next->classes & WORD_DETERMINER) && !is_superlative_at(w, at + 1)) ||
                   str_eq(next->lower, STR("there"));
    return (does && !str_eq(next->lower, STR("not"))) || (is && subject);
}
