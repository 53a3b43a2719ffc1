/* sound.c: spelling, agreement and marks of a question. */
#include "rewording/sound.h"

#include "lexicon/kinds.h"
#include "link/noun_phrase.h"

/* Spelling */

static bool in_wordnet(const struct wordnet *w, struct str word)
{
    for (int pos = 0; pos < WORDNET_N_POS; pos++)
        if (wordnet_has(w, (enum wordnet_pos)pos, word) ||
            wordnet_exception(w, (enum wordnet_pos)pos, word).ptr)
            return true;
    return false;
}

/* "bigger", "nicest", "lives", "quickly": a word with an ending. */
static bool in_wordnet_without_ending(const struct wordnet *w, struct str word)
{
    static const char *const ENDINGS[] = {"s", "es", "r", "er", "st", "est", "ly", "d"};
    for (size_t i = 0; i < COUNT_OF(ENDINGS); i++) {
        struct str ending = str_from(ENDINGS[i]);
        if (word.len > ending.len + 2 && str_ends(word, ending) &&
            (!str_eq(ending, STR("es")) || strchr("sxzho", word.ptr[word.len - 3])) &&
            in_wordnet(w, str_slice(word, 0, word.len - ending.len)))
            return true;
    }
    return false;
}

/* Words of grammar that WordNet leaves out. */
static const char LEFT_OUT[] = "everybody everyone anyone anybody themselves whether although "
                               "unless whereas anything everything "
                               "something somebody nobody none etc";

static bool is_spelled_right(const struct wordnet *w, const struct word *x)
{
    if (x->kind != TOKEN_WORD || x->capital || x->classes || x->has_number ||
        str_among(x->lower, LEFT_OUT) || in_wordnet(w, x->lower) || in_wordnet(w, x->lemma) ||
        in_wordnet_without_ending(w, x->lower))
        return true;
    for (uint32_t i = 0; i < x->n_stems; i++)
        if (in_wordnet(w, x->stems[i]))
            return true;
    return false;
}

/* Does the word say a part of the query? Then it is as its author wanted it. */
static bool says_part(const struct question_reading *r, uint32_t word)
{
    for (uint32_t i = 0; i < r->said.count; i++)
        if (r->said.items[i].start <= word && word < r->said.items[i].end)
            return true;
    return false;
}

/* "shipes", "cartoones": names are found despite wrong endings. */
static bool plural_sound(struct arena *a, const struct knowledge *k, const struct word *x)
{
    if (x->kind != TOKEN_WORD || !str_ends(x->lower, STR("es")) || str_eq(x->lemma, x->lower) ||
        in_wordnet(&k->wordnet, x->lower) || !in_wordnet(&k->wordnet, x->lemma))
        return true;
    return str_eq(noun_plural(a, &k->inflection, x->lemma), x->lower);
}

static bool spelling_sound(struct arena *a, const struct question_reading *r)
{
    const struct words *w = &r->said.words;
    for (uint32_t i = 0; i < r->mentions.count; i++) {
        const struct mention *m = &r->mentions.items[i];
        for (uint32_t k = m->start; m->kind == MENTION_WORD && k < m->end; k++)
            if (!is_spelled_right(&r->knowledge->wordnet, &w->items[k]) && !says_part(r, k))
                return false;
        for (uint32_t k = m->start; m->kind == MENTION_NAME && k < m->end; k++)
            if (!plural_sound(a, r->knowledge, &w->items[k]))
                return false;
    }
    return true;
}

/* Persons and animals are "who", and so are makers and schoolers, known or not. */
static bool is_who(struct arena *a, const struct knowledge *k, struct str noun)
{
    struct noun_kinds kinds = kinds_of(a, k, noun);
    return str_ends(noun, STR("er")) || str_ends(noun, STR("or")) ||
           !in_wordnet(&k->wordnet, noun) || kinds_have(&kinds, STR("person")) ||
           kinds_have(&kinds, STR("animal"));
}

/* "matches who played" */
static bool who_fits(struct arena *a, const struct question_reading *r)
{
    const struct words *w = &r->said.words;
    for (uint32_t i = 0; i < r->mentions.count; i++) {
        const struct mention *m = &r->mentions.items[i];
        bool who = word_is(w, m->end, "who");
        for (uint32_t n = 0; m->kind == MENTION_NAME && who && n < m->n_referents; n++)
            if (m->referents[n].is_table && !is_who(a, r->knowledge, w->items[m->end - 1].lemma))
                return false;
    }
    return true;
}

bool question_worded(struct arena *a, const struct question_reading *r)
{
    bool known = r->knowledge && wordnet_present(&r->knowledge->wordnet);
    return !r->said.words.cut && (!known || (spelling_sound(a, r) && who_fits(a, r)));
}

/* Agreement */

static enum grammatical_number verb_number(const struct word *w)
{
    if (str_among(w->lower, "has is was does"))
        return NUMBER_SINGULAR;
    bool past = str_ends(w->lower, STR("d")) || str_ends(w->lower, STR("t")) ||
                str_among(w->lower, "took came won made");
    return str_among(w->lower, "have are were do") || ((w->classes & WORD_VERB) && !past)
               ? NUMBER_PLURAL
               : NUMBER_UNSURE;
}

static enum grammatical_number number_at(const struct words *w, uint32_t i)
{
    const struct word *x = &w->items[i];
    bool noun =
        x->kind == TOKEN_WORD && !x->capital &&
        (x->classes & ~(unsigned)(WORD_PLURAL | WORD_SINGULAR | WORD_MEASURE | WORD_UNIT)) == 0;
    return noun ? word_number(x->token, x->classes) : NUMBER_UNSURE;
}

static bool disagree(enum grammatical_number x, enum grammatical_number y)
{
    return x != NUMBER_UNSURE && y != NUMBER_UNSURE && x != y;
}

/* "student who have", "how many cars has" */
static bool verbs_agree(const struct question_reading *r)
{
    const struct words *w = &r->said.words;
    for (uint32_t i = 0; i < r->mentions.count; i++) {
        const struct mention *m = &r->mentions.items[i];
        bool table = false;
        for (uint32_t k = 0; m->kind == MENTION_NAME && k < m->n_referents; k++)
            table |= m->referents[k].is_table;
        bool relative = m->end + 1 < w->count && word_is(w, m->end, "who that which");
        bool counted = m->start >= 2 && m->end < w->count && word_is(w, m->start - 1, "many") &&
                       !word_is(w, m->end, "does do");
        uint32_t verb = relative ? m->end + 1 : m->end;
        if (table && (relative || counted) &&
            disagree(number_at(w, m->end - 1), verb_number(&w->items[verb])))
            return false;
    }
    return true;
}

/* Is the noun alone, with nothing after it that it could describe? */
static bool is_last_noun(const struct words *w, uint32_t i)
{
    return i + 1 == w->count || w->items[i + 1].classes || w->items[i + 1].kind == TOKEN_MARK;
}

/* "each continents", "a cartoons", "all document", "different hometown" */
static bool articles_agree(const struct words *w)
{
    for (uint32_t i = 0; i + 1 < w->count; i++) {
        enum grammatical_number asked = NUMBER_UNSURE;
        if (word_is(w, i, "each every a an one"))
            asked = NUMBER_SINGULAR;
        else if (word_is(w, i, "all different distinct"))
            asked = NUMBER_PLURAL;
        if (is_last_noun(w, i + 1) && disagree(asked, number_at(w, i + 1)))
            return false;
    }
    return true;
}

/* "How many type of", "the all the": small words that do not go together. */
static bool small_words_sound(const struct words *w)
{
    for (uint32_t i = 1; i + 1 < w->count; i++)
        if ((word_is(w, i - 1, "many") && number_at(w, i) == NUMBER_SINGULAR &&
             word_is(w, i + 1, "of")) ||
            (word_is(w, i - 1, "the") && word_is(w, i, "all")))
            return false;
    return true;
}

/* "How many flights arriving in Aberdeen?" asks nothing. */
static bool count_has_verb(const struct words *w)
{
    enum { VERBS = WORD_AUXILIARY | WORD_MODAL | WORD_VERB | WORD_PARTICIPLE };
    bool verb = false, doing = false;
    uint32_t i = 0;
    for (; i < w->count && !is_final_mark(w, i); i++) {
        verb |= (w->items[i].classes & VERBS) || is_past(w->items[i].lower);
        doing |= str_ends(w->items[i].lower, STR("ing")) ||
                 (i == 3 && (w->items[i].classes & WORD_PREPOSITION));
    }
    return i < 3 || !word_is(w, 1, "many") || verb || !doing;
}

/* "What are the name of", "what is the names of" */
static bool question_agrees(const struct words *q)
{
    struct noun_phrase phrase;
    bool is = token_is(q, 1, "is"), are = token_is(q, 1, "are");
    if (!token_is(q, 0, "what") || !(is || are) || !noun_phrase_read(q, 2, &phrase))
        return true;
    if (is && !phrase.determined && !phrase.distributive && !q->items[2].fixed)
        return false; /* "what is name of" */
    if (are)
        return phrase.number != NUMBER_SINGULAR;
    return phrase.measured || phrase.core_end < 3 || token_is(q, phrase.core_end, "and") ||
           (phrase.core_end < q->n_first && q->items[phrase.core_end].kind == TOKEN_MARK) ||
           noun_number(q, phrase.core_end - 1) != NUMBER_PLURAL;
}

/* "has most number of": only "the most" can be. */
static bool superlatives_sound(const struct words *w)
{
    static const char MOST[] = "most least fewest highest largest greatest";
    for (uint32_t i = 1; i + 1 < w->count; i++)
        if (word_is(w, i, MOST) && word_is(w, i + 1, "number") &&
            !(w->items[i - 1].classes & WORD_DETERMINER))
            return false;
    return true;
}

/* "which customer have", "which address do not": but not "which address do people have". */
static bool disagrees_with_which(const struct words *w, uint32_t verb)
{
    bool finite = word_is(w, verb, "have") ||
                  (verb + 1 < w->count && word_is(w, verb, "do") && word_is(w, verb + 1, "not"));
    return verb >= 2 && finite && number_at(w, verb - 1) == NUMBER_SINGULAR &&
           word_is(w, verb - 2, "which");
}

/* "whose earnings is": the verb follows its noun. */
static bool disagrees_with_whose(const struct words *w, uint32_t verb)
{
    return verb >= 2 && word_is(w, verb, "is has was exceeds") &&
           number_at(w, verb - 1) == NUMBER_PLURAL &&
           (word_is(w, verb - 2, "whose") || (verb >= 3 && word_is(w, verb - 3, "whose")));
}

/* "what are the total number of concerts" */
static bool disagrees_with_number(const struct words *w, uint32_t verb)
{
    if (verb + 3 >= w->count || !word_is(w, verb, "are") || !word_is(w, verb + 1, "the"))
        return false;
    uint32_t noun = verb + 2 + word_is(w, verb + 2, "total overall");
    return word_is(w, noun, "number count amount");
}

/* "find the number of matches happened in 2013": such a verb needs "that" before it. */
static bool lacks_relative(const struct words *w, uint32_t verb)
{
    uint32_t first = verb;
    while (!begins_sentence(w, first))
        first--;
    return verb > first && word_is(w, verb, "happened occurred") &&
           number_at(w, verb - 1) == NUMBER_PLURAL && (w->items[first].classes & WORD_COMMAND);
}

/* "the towns from which teachers come from" */
static bool repeats_preposition(const struct words *w, uint32_t which)
{
    uint32_t end = which;
    while (end < w->count && !is_final_mark(w, end))
        end++;
    return which > 0 && end > which + 2 && word_is(w, which, "which") &&
           (w->items[which - 1].classes & WORD_PREPOSITION) &&
           str_eq(w->items[which - 1].lower, w->items[end - 1].lower);
}

/* "what type of every room", "what kinds of all vocals": nothing may stand before a noun whose sort
 * is asked for. But "which students of each class" does not ask for a sort. */
static bool quantifies_sort(const struct words *w, uint32_t what)
{
    static const char SORTS[] = "type kind sort class style form brand category";
    bool asks = word_is(w, what, "what");
    if ((!asks && !word_is(w, what, "which")) || what + 3 >= w->count ||
        !word_is(w, what + 2, "of") || !word_is(w, what + 3, "all every each the"))
        return false;
    const struct word *noun = &w->items[what + 1];
    return str_among(noun->lemma, SORTS) ||
           (asks && noun->classes == 0 && !word_is(w, what + 3, "the"));
}

/* "Order the cities ordered by size" */
static bool orders_twice(const struct words *w, uint32_t verb)
{
    if (!begins_sentence(w, verb) || !word_is(w, verb, "order sort"))
        return false;
    for (uint32_t i = verb + 1; i < w->count && !is_final_mark(w, i); i++)
        if (word_is(w, i, "ordered sorted"))
            return true;
    return false;
}

static bool has_fault(const struct words *w)
{
    typedef bool fault(const struct words *, uint32_t);
    static fault *const FAULTS[] = {
        disagrees_with_which, disagrees_with_whose, disagrees_with_number, lacks_relative,
        repeats_preposition,  quantifies_sort,      orders_twice};
    for (uint32_t i = 0; i < w->count; i++)
        for (size_t f = 0; f < COUNT_OF(FAULTS); f++)
            if (FAULTS[f](w, i))
                return true;
    return false;
}

/* Marks */

static bool marks_sound(const struct words *w)
{
    uint32_t start = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        if (i > 0 && str_eq(w->items[i].text, STR(",")) && w->items[i - 1].kind == TOKEN_MARK)
            return false;
        if (!is_final_mark(w, i))
            continue;
        bool asks = str_eq(w->items[i].text, STR("?"));
        unsigned classes = w->items[start].classes;
        if (asks ? classes & WORD_COMMAND : classes & WORD_INTERROGATIVE)
            return false;
        start = i + 1;
    }
    return true;
}

unsigned question_faults(const struct question_reading *r)
{
    const struct words *w = &r->said.words;
    const bool faults[] = {!verbs_agree(r),       !articles_agree(w),     !count_has_verb(w),
                           !small_words_sound(w), !superlatives_sound(w), !question_agrees(w),
                           doubles_word(w),       has_fault(w),           !marks_sound(w)};
    unsigned found = 0;
    for (unsigned i = 0; i < COUNT_OF(faults); i++)
        found |= (unsigned)faults[i] << i;
    return found;
}
