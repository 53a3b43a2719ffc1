/* noun_test.c: WordNet's word classes over the words of a phrase. */
#include "grammar/phrase.h"
#include "lexicon/word_fact.h"

static bool has_class(const struct knowledge *k, enum wordnet_pos pos, struct str word)
{
    uint32_t places[WORDNET_MAX_SENSES];
    return wordnet_senses(&k->wordnet, pos, word, places) > 0;
}

/* How often the word was seen in its first sense of that class; -1 if it has none. */
static int64_t frequency(struct arena *a, const struct knowledge *k, enum wordnet_pos pos,
                         struct str word)
{
    uint32_t places[WORDNET_MAX_SENSES];
    struct wordnet_synset s;
    if (wordnet_senses(&k->wordnet, pos, word, places) == 0 ||
        !wordnet_synset(a, &k->wordnet, pos, places[0], &s))
        return -1;
    for (uint32_t i = 0; i < s.n_words; i++)
        if (str_eq_nocase(s.words[i], word))
            return wordnet_frequency(&k->wordnet, &s, i);
    return 0;
}

/* "GPA", "December", as words.tsv (said) writes them. */
static bool is_capital(struct str word)
{
    return ascii_capital(word.ptr[0]) && word.len > 1;
}

/* Single letters are in WordNet, but what they mean in a name is unclear. */
static bool is_short(struct str word)
{
    return word.len <= 2 && !is_capital(word) &&
           !str_among(word, "id tv cd pc km kg cm mm mg ml kB");
}

bool word_is_noun(struct arena *a, const struct knowledge *k, struct str word)
{
    if (!wordnet_present(&k->wordnet) || is_capital(word))
        return true;
    return !is_short(word) && (has_class(k, WORDNET_NOUN, word) ||
                               has_class(k, WORDNET_NOUN, noun_singular(a, &k->inflection, word)));
}

bool noun_is_usual(struct arena *a, const struct knowledge *k, struct str word)
{
    return frequency(a, k, WORDNET_NOUN, noun_singular(a, &k->inflection, word)) > 0;
}

/* "higher", "largest": an adjective with an ending. */
static bool is_compared(struct arena *a, const struct knowledge *k, struct str word)
{
    size_t cut = str_ends(word, STR("est")) ? 3 : str_ends(word, STR("er")) ? 2 : 0;
    struct str stem = str_slice(word, 0, word.len - cut);
    return cut > 0 && stem.len > 2 &&
           (has_class(k, WORDNET_ADJECTIVE, stem) ||
            has_class(k, WORDNET_ADJECTIVE, arena_printf(a, "%.*se", STR_ARG(stem))));
}

/* "founded", "winning", "stopped": a verb with an ending. */
static bool is_verb_form(struct arena *a, const struct knowledge *k, struct str word)
{
    if (!word_is_participle(word))
        return false;
    struct str stem = str_slice(word, 0, word.len - (str_ends(word, STR("ed")) ? 2 : 3));
    char last = stem.ptr[stem.len - 1];
    bool doubled = stem.len > 2 && stem.ptr[stem.len - 2] == last;
    return has_class(k, WORDNET_VERB, stem) ||
           has_class(k, WORDNET_VERB, arena_printf(a, "%.*se", STR_ARG(stem))) ||
           (last == 'i' &&
            has_class(k, WORDNET_VERB, arena_printf(a, "%.*sy", (int)stem.len - 1, stem.ptr))) ||
           (doubled && has_class(k, WORDNET_VERB, str_slice(stem, 0, stem.len - 1)));
}

bool word_is_known(struct arena *a, const struct knowledge *k, struct str word)
{
    if (!wordnet_present(&k->wordnet) || word_is_noun(a, k, word) || word_joins(word))
        return true;
    return !is_short(word) &&
           (has_class(k, WORDNET_VERB, word) || has_class(k, WORDNET_ADJECTIVE, word) ||
            has_class(k, WORDNET_ADVERB, word) || is_verb_form(a, k, word) ||
            is_compared(a, k, word) || wordnet_exception(&k->wordnet, WORDNET_VERB, word).ptr);
}

/* Is the word read as a noun at the end of a name? */
static bool is_head(struct arena *a, const struct knowledge *k, struct str word, bool table)
{
    struct str one = noun_singular(a, &k->inflection, word);
    struct str listed = fact_value(k->lexicon, FACT_NOUN, one);
    if (listed.ptr)
        return str_eq(listed, STR("yes"));
    if (is_capital(word))
        return true;
    int64_t noun = frequency(a, k, WORDNET_NOUN, one);
    if (noun < 0 || is_short(word))
        return false;
    if (table)
        return true;
    return frequency(a, k, WORDNET_VERB, one) <= noun &&
           frequency(a, k, WORDNET_ADJECTIVE, one) <= noun &&
           frequency(a, k, WORDNET_ADVERB, one) <= noun;
}

/* Can it come before a noun? A verb without an ending cannot: "operate company". */
static bool is_modifier(struct arena *a, const struct knowledge *k, struct str word)
{
    return word_is_noun(a, k, word) ||
           (!is_short(word) && (has_class(k, WORDNET_ADJECTIVE, word) || is_compared(a, k, word) ||
                                is_verb_form(a, k, word)));
}

/* Words that begin a clause, or speak of several. */
static bool begins_clause(struct str word)
{
    return str_among(word,
                     "all any each every how what when who which why where if is was are have "
                     "can do does not this that did had will");
}

/* "date joined staff", "number city affected": the first word is the noun, and the others say what
 * happened. */
static bool has_clause(const struct knowledge *k, const struct spoken_phrase *p)
{
    bool done = false;
    for (uint32_t i = 1; i < p->count; i++)
        done |= word_is_participle(p->words[i]) ||
                wordnet_exception(&k->wordnet, WORDNET_VERB, p->words[i]).ptr;
    return done && str_among(p->words[0], "date number year time amount") &&
           !word_joins(p->words[1]);
}

/* "state province county": kinds of places in a row may be one column or several. */
static bool lists_places(const struct spoken_phrase *p)
{
    static const char PLACES[] = "state province county city town zip postcode country";
    for (uint32_t i = 1; i < p->count; i++)
        if (str_among(p->words[i - 1], PLACES) && str_among(p->words[i], PLACES))
            return true;
    return false;
}

/* "years working": the noun is not the last word. */
static bool has_doing(struct arena *a, const struct knowledge *k, const struct spoken_phrase *p,
                      uint32_t head)
{
    return head > 0 && str_ends(p->words[head], STR("ing")) &&
           noun_is_plural(a, k, p->words[head - 1]);
}

/* "of birth", "in knots": can this follow the noun? */
static bool is_tail(struct arena *a, const struct knowledge *k, const struct spoken_phrase *p,
                    uint32_t from)
{
    static const char JOINTS[] = "of in per";
    if (from == p->count)
        return true;
    if (from + 1 == p->count || !str_among(p->words[from], JOINTS))
        return false;
    if (str_eq(p->words[from], STR("in")) &&
        !word_is_of_kind(k, p->words[p->count - 1], STR("unit")))
        return false; /* "move in year" */
    for (uint32_t i = from + 1; i < p->count; i++)
        if (!is_modifier(a, k, p->words[i]) && !word_is_of_kind(k, p->words[i], STR("unit")) &&
            !ascii_digit(p->words[i].ptr[0]) && !str_among(p->words[i], JOINTS))
            return false;
    struct str last = p->words[p->count - 1];
    return word_is_noun(a, k, last) || word_is_of_kind(k, last, STR("unit")) ||
           ascii_digit(last.ptr[0]);
}

bool phrase_is_noun(struct arena *a, const struct knowledge *k, const struct spoken_phrase *p,
                    bool table)
{
    if (p->count == 0 || word_joins(p->words[0]) || word_joins(p->words[p->count - 1]) ||
        begins_clause(p->words[0]) || ascii_digit(p->words[0].ptr[0]) || has_clause(k, p))
        return false;
    if (!wordnet_present(&k->wordnet))
        return true;
    uint32_t head = phrase_head(p), after = head + 1;
    for (uint32_t i = 0; i < head; i++)
        if (!is_modifier(a, k, p->words[i]))
            return false;
    if ((!table && has_doing(a, k, p, head)) || lists_places(p))
        return false;
    for (; after < p->count && ascii_digit(p->words[after].ptr[0]); after++)
        if (p->words[after].len > 1)
            return false; /* "line 1" is a line, but "meter 100" is not a meter */
    return is_head(a, k, p->words[head], table) && is_tail(a, k, p, after);
}
