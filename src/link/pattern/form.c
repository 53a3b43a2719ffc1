/* form.c: what is around a phrase that compares or orders: the numbers, nouns, verbs and small
 * words. */
#include "lexicon/word_fact.h"
#include "link/named_words.h"
#include "link/noun_phrase.h"
#include "link/pattern/pattern_match.h"

static const struct words *words_of(const struct pattern_match *m)
{
    return &m->reading->said.words;
}

static bool has_kind(const struct pattern_match *m, uint32_t i, enum token_kind kind)
{
    return i < words_of(m)->count && words_of(m)->items[i].kind == kind;
}

static struct str token_at(const struct pattern_match *m, uint32_t i)
{
    return words_of(m)->items[i].token;
}

/* The words between those of the phrase, or NULL. */
static const struct slot_match *gap_of(const struct pattern_match *m)
{
    static const enum slot_type GAPS[] = {SLOT_GAP, SLOT_WORD, SLOT_WORDS};
    const struct slot_match *gap = NULL;
    for (size_t i = 0; i < COUNT_OF(GAPS) && !gap; i++)
        gap = find_slot_match(m, GAPS[i]);
    return gap;
}

/* Is the word a noun of the column that is compared or ordered by? */
static bool is_column_word(const struct pattern_match *m, uint32_t i)
{
    return column_has_word(m->subject->schema, m->subject->column, token_at(m, i));
}

static bool is_participle(const struct pattern_match *m, uint32_t i)
{
    return is_past(token_at(m, i)) || token_in(words_of(m), i, WORD_PARTICIPLE);
}

/* Comparisons */

static bool is_verb_here(const struct words *w, uint32_t i)
{
    bool either = token_is(w, i, "cost costs");
    if (i == 0 || token_in(w, i - 1, WORD_RELATIVE))
        return i > 0;
    return either && !token_in(w, i - 1, WORD_PREPOSITION | WORD_DETERMINER);
}

static bool is_measure(const struct pattern_match *m, uint32_t i)
{
    return has_kind(m, i, TOKEN_WORD) &&
           !token_in(words_of(m), i, WORD_PREPOSITION | WORD_AUXILIARY) &&
           (token_in(words_of(m), i, WORD_MEASURE) || is_column_word(m, i));
}

static bool is_be(const struct words *w, uint32_t i)
{
    return token_is(w, i, "is are was were be been");
}

static bool follows_measure(const struct pattern_match *m)
{
    return m->start > 0 && is_measure(m, m->start - 1) && !is_verb_here(words_of(m), m->start - 1);
}

/* "whose age is", "a population that is". */
static bool follows_be(const struct pattern_match *m)
{
    const struct words *w = words_of(m);
    uint32_t i = m->start;
    if (i < 2 || !is_be(w, i - 1))
        return false;
    i--;
    if (token_is(w, i - 1, "that which"))
        i--;
    for (uint32_t n = 0; n < 5 && i > 0 && !token_in(w, i - 1, WORD_RELATIVE); n++, i--)
        if (is_measure(m, i - 1))
            return true;
    return false;
}

static bool ends_phrase(const struct words *w, uint32_t i)
{
    return i >= w->count || w->items[i].kind == TOKEN_MARK ||
           token_in(w, i, WORD_CONJUNCTION | WORD_PREPOSITION | WORD_RELATIVE);
}

static bool is_of_person(const struct pattern_match *m)
{
    const struct slot_match *bound = find_slot_match(m, SLOT_BOUND);
    return m->start > 0 && is_be(words_of(m), m->start - 1) && m->subject->value > 1 && bound &&
           bound->end == bound->start + 1 && ends_phrase(words_of(m), bound->end);
}

static bool follows_event(const struct pattern_match *m)
{
    double value = m->subject->value;
    return m->start > 0 && value >= 1000 && value <= 2999 &&
           has_kind(m, m->start - 1, TOKEN_WORD) && is_participle(m, m->start - 1);
}

/* Is there more or less of it, rather than more or fewer: 10 minutes? */
static bool is_unit(const struct words *w, uint32_t i)
{
    return token_in(w, i, WORD_UNIT);
}

bool subject_counts_things(const struct pattern_match *m)
{
    const struct pattern_subject *s = m->subject;
    const struct words *w = words_of(m);
    const struct slot_match *bound = find_slot_match(m, SLOT_BOUND);
    if (!s->literal || s->value < 0 || !bound || bound->start == bound->end ||
        asking_words(s->phrases, w, bound->end - 1, ASK_ONCE) > 0 ||
        asking_words(s->phrases, w, bound->end - 1, ASK_TWICE) > 0)
        return false;
    uint32_t first = m->end, end = core_end(w, first);
    if (end == first || is_unit(w, end - 1) || is_unit(w, first))
        return false;
    return token_is_plural(w, end - 1) || token_is_plural(w, first) || s->value == 1;
}

static bool has_plural_gap(const struct pattern_match *m)
{
    const struct slot_match *gap = gap_of(m);
    return gap && token_is_plural(words_of(m), gap->end - 1) && !is_unit(words_of(m), gap->end - 1);
}

static bool has_amount_gap(const struct pattern_match *m)
{
    const struct slot_match *gap = gap_of(m);
    return gap && !word_is_gradable(token_at(m, gap->end - 1));
}

/* One film is longer than another, but nothing lasts shorter. */
static bool describes_thing(const struct pattern_match *m)
{
    const struct pattern_subject *s = m->subject;
    uint32_t before = m->start - 1;
    return m->start == 0 || !has_kind(m, before, TOKEN_WORD) ||
           (!is_participle(m, before) && !token_in(words_of(m), before, WORD_VERB) &&
            asking_words(s->phrases, words_of(m), before, ASK_LASTING) == 0);
}

/* Orders */

static bool is_anywhere(const struct pattern_match *m)
{
    (void)m;
    return true;
}

static bool is_noun(const struct pattern_match *m, uint32_t i)
{
    return has_kind(m, i, TOKEN_WORD) &&
           !token_in(words_of(m), i,
                     WORD_PREPOSITION | WORD_AUXILIARY | WORD_MODAL | WORD_PRONOUN |
                         WORD_DETERMINER | WORD_RELATIVE | WORD_CONJUNCTION);
}

bool is_subject_noun(const struct pattern_match *m, uint32_t i)
{
    return is_noun(m, i) && is_column_word(m, i);
}

static bool names_column(const struct pattern_match *m)
{
    const struct slot_match *gap = gap_of(m);
    const struct words *w = words_of(m);
    bool named = false;
    for (uint32_t i = gap ? gap->start : 0; gap && i < gap->end; i++) {
        if (token_in(w, i, WORD_CONJUNCTION | WORD_RELATIVE | WORD_AUXILIARY | WORD_PREPOSITION) &&
            !token_is(w, i, "of"))
            return false;
        named |= is_subject_noun(m, i) ||
                 (m->subject->counts && token_is(w, i, "number count frequency"));
    }
    return named && clause_ends_at(w, gap->end);
}

static bool is_at(const struct pattern_match *m)
{
    return m->start > 0 && token_is(words_of(m), m->start - 1, "at");
}

/* "most recently", "most experienced"; but "most tournament wins" counts the wins.
 */
static bool before_adjective(const struct pattern_match *m)
{
    const struct slot_match *gap = gap_of(m);
    const struct words *w = words_of(m);
    if (!gap || is_at(m) || !has_kind(m, gap->start, TOKEN_WORD))
        return false;
    uint32_t i = gap->start, end = core_end(w, i);
    bool things = m->subject->counts && end > i + 1 && token_is_plural(w, end - 1) &&
                  !str_ends(token_at(m, i), STR("ly"));
    return !things && word_is_gradable(token_at(m, i)) && !token_in(w, i, WORD_QUANTIFIER) &&
           !m->subject->names[i];
}

static bool before_number(const struct pattern_match *m)
{
    return !is_at(m) && token_is(words_of(m), m->end, "number amount") &&
           token_is(words_of(m), m->end + 1, "of");
}

/* Is there no article, nor anything in its place: "has most number of flights"? */
static bool is_bare(const struct pattern_match *m)
{
    const struct words *w = words_of(m);
    uint32_t before = m->start - 1;
    return m->start > 0 && has_kind(m, before, TOKEN_WORD) &&
           (!token_in(w, before, WORD_DETERMINER | WORD_QUANTIFIER) ||
            token_is(w, before, "that")) &&
           !memchr(token_at(m, before).ptr, '\'', token_at(m, before).len);
}

static bool before_bare_number(const struct pattern_match *m)
{
    return before_number(m) && is_bare(m);
}

/* "most car makers", "most concerts", but not "most diverse languages": no word between them may be
 * gradable. */
static bool before_plural(const struct pattern_match *m)
{
    const struct words *w = words_of(m);
    uint32_t first = m->end, end = core_end(w, first);
    if (is_at(m) || !is_noun(m, first))
        return false;
    if (token_is_plural(w, first))
        return true;
    for (uint32_t i = first; i + 1 < end && i < first + 3; i++) {
        if (!m->subject->names[i] && !w->items[i].fixed &&
            !token_in(w, i, WORD_QUANTIFIER | WORD_EITHER))
            return false;
        if (token_is_plural(w, i + 1))
            return true;
    }
    return false;
}

static bool before_bare_plural(const struct pattern_match *m)
{
    return before_plural(m) && is_bare(m);
}

/* "has the most concerts", "with the most dogs": "the highest number of" would fit there as well.
 */
static bool before_object_plural(const struct pattern_match *m)
{
    const struct words *w = words_of(m);
    uint32_t i = m->start, end = core_end(w, m->end);
    if (i < 2 || !token_is(w, i - 1, "the") || !before_plural(m))
        return false;
    for (uint32_t k = m->end; k < end; k++)
        if (token_is(w, k, "times") || token_in(w, k, WORD_QUANTIFIER | WORD_EITHER))
            return false;
    return token_in(w, i - 2, WORD_PREPOSITION) || token_is(w, i - 2, "has have had") ||
           is_past(token_at(m, i - 2));
}

/* "most horsepower", "is worth the most", "spent the most on"; not "most of", "most students", nor
 * "most student", as counted things are in the plural. */
static bool before_mass(const struct pattern_match *m)
{
    const struct words *w = words_of(m);
    uint32_t next = m->end;
    if (is_at(m) || token_is(w, next, "of") || before_number(m))
        return false;
    if (!is_noun(m, next))
        return m->start > 0 && token_is(w, m->start - 1, "the") &&
               !token_in(w, next, WORD_DETERMINER | WORD_QUANTIFIER);
    uint32_t end = core_end(w, next);
    bool named = false;
    for (uint32_t i = next; i < end; i++)
        named |= is_subject_noun(m, i);
    return !m->subject->counts && end <= next + 2 && !token_is_plural(w, end - 1) &&
           (named || end == next + 1);
}

/* "the first student to register", not "the first name", "the first, middle and last name". */
static bool is_the_first(const struct pattern_match *m)
{
    const struct words *w = words_of(m);
    return m->start > 0 && token_is(w, m->start - 1, "the") && is_noun(m, m->end) &&
           !token_is(w, m->end, "name names last middle");
}

static bool before_count(const struct pattern_match *m)
{
    return has_kind(m, m->end, TOKEN_NUMBER) || token_in(words_of(m), m->end, WORD_QUANTIFIER);
}

static bool is_pick(const struct pattern_match *m)
{
    return !is_at(m) && !before_number(m);
}

/* Aggregates */

static bool is_joint(const struct words *w, uint32_t i)
{
    return token_is(w, i, "and ,");
}

/* A noun of a number that the query aggregates or orders by. */
static bool is_value(const struct pattern_match *m, uint32_t i)
{
    return m->subject->values && i < words_of(m)->n_first && is_noun(m, i) && m->subject->values[i];
}

static bool asks_for_aggregate(const struct pattern_match *m, uint32_t i)
{
    static const enum query_keyword AGGREGATES[] = {KEYWORD_MAX, KEYWORD_MIN, KEYWORD_AVG,
                                                    KEYWORD_SUM};
    for (size_t k = 0; k < COUNT_OF(AGGREGATES); k++)
        if (asking_words(m->subject->phrases, words_of(m), i, (enum ask)AGGREGATES[k]) > 0)
            return true;
    return false;
}

uint32_t aggregates_start(const struct pattern_match *m)
{
    uint32_t first = m->start;
    for (;;) {
        uint32_t i = first;
        while (i > 0 && is_joint(words_of(m), i - 1))
            i--;
        if (i == first || i == 0 || !asks_for_aggregate(m, i - 1))
            return first;
        first = i - 1;
    }
}

bool has_article(const struct pattern_match *m, uint32_t at)
{
    const struct words *w = words_of(m);
    if (at == 0 || token_in(w, at - 1, WORD_DETERMINER))
        return true;
    return at > 1 && is_noun(m, at - 1) && token_in(w, at - 2, WORD_DETERMINER) &&
           !token_in(w, at - 2, WORD_RELATIVE) && !token_in(w, at - 1, WORD_COMMAND | WORD_VERB);
}

static bool is_determined(const struct pattern_match *m)
{
    uint32_t first = aggregates_start(m);
    return first < m->start || has_article(m, first);
}

/* The word of the column in "maximum capacity", or in "minimum and maximum capacity", past the
 * joined aggregates; "number" in "maximum number of tickets". n_first if none follows, or if
 * another noun comes first: "maximum duration and resolution". */
static uint32_t find_value(const struct pattern_match *m)
{
    enum { FARTHEST = 8 };
    const struct words *w = words_of(m);
    bool described = false; /* a noun was passed */
    for (uint32_t i = m->end; i < w->n_first && i < m->end + FARTHEST; i++) {
        if (token_in(w, i, WORD_ORDERING) || (described && is_joint(w, i)))
            return w->n_first;
        bool number = token_is(w, i, "number") && token_is(w, i + 1, "of");
        if (is_value(m, i) || (number && is_value(m, i + 2)))
            return i;
        bool article = token_is(w, i, "the") && is_joint(w, i - 1);
        if (!is_noun(m, i) && !is_joint(w, i) && !article)
            return w->n_first;
        described |= is_noun(m, i) && !asks_for_aggregate(m, i);
    }
    return w->n_first;
}

/* "Total and minimum enrollment": a superlative does not fit such a list. */
static bool is_beside_total(const struct pattern_match *m, uint32_t value)
{
    const struct words *w = words_of(m);
    for (uint32_t i = aggregates_start(m); i < value; i++)
        if (token_is(w, i, "total") && (i < m->start || is_joint(w, i - 1)))
            return true;
    return false;
}

static bool before_value(const struct pattern_match *m)
{
    uint32_t i = find_value(m);
    return i < words_of(m)->n_first && !is_beside_total(m, i);
}

/* The word before the match and its article. False if there is none. */
static bool word_before(const struct pattern_match *m, uint32_t *at)
{
    *at = m->start;
    if (*at > 0 && token_in(words_of(m), *at - 1, WORD_DETERMINER))
        --*at;
    return (*at)-- > 0;
}

/* Not where one thing is picked by its value: "the stadium with the highest capacity", "who has the
 * lowest score"; but in "below the highest price". */
static bool is_result(const struct pattern_match *m)
{
    const struct words *w = words_of(m);
    uint32_t i;
    bool picks = word_before(m, &i) && !token_is(w, i, "than above below over under of") &&
                 (token_in(w, i, WORD_PREPOSITION) || token_is(w, i, "has have had having"));
    return !picks && before_value(m);
}

/* "which breed do the most dogs have": the verb would have to change with the number. */
static bool is_inverted_subject(const struct pattern_match *m)
{
    uint32_t i;
    return word_before(m, &i) && token_is(words_of(m), i, "do are were");
}

/* "Won the most times" is an adverb. */
static bool before_counted(const struct pattern_match *m)
{
    uint32_t end = core_end(words_of(m), m->end);
    return before_plural(m) && !is_inverted_subject(m) && !token_is(words_of(m), end - 1, "times");
}

/* "the biggest city", not "the biggest percentage", "the most expensive price", "biggest first";
 * nor "the latest aired show", which would take an adverb. */
static bool before_noun(const struct pattern_match *m)
{
    const struct words *w = words_of(m);
    uint32_t end = core_end(w, m->end);
    if (end > m->end + 1 && token_in(w, end - 1, WORD_VERB))
        end--; /* how much does the cheapest ticket cost */
    if (end == m->end || !is_noun(m, m->end) || is_participle(m, m->end) ||
        (token_is(w, m->end, "first") && end == m->end + 1))
        return false;
    for (uint32_t i = m->end; i < end; i++)
        if (is_value(m, i))
            return false;
    return !superlative_fits(m, end - 1, NULL);
}

/* "total sales", "average and maximum age", not "total number", "older than average", "the average
 * loser". */
static bool before_quantity(const struct pattern_match *m)
{
    const struct words *w = words_of(m);
    uint32_t first = m->end;
    while (is_joint(w, first) || token_in(w, first, WORD_EITHER))
        first++;
    uint32_t end = core_end(w, first);
    if (end == first || !is_noun(m, m->end) || token_is(w, m->end, "number amount count of"))
        return false;
    for (uint32_t i = first; i < end; i++)
        if (is_value(m, i))
            return true;
    return superlative_fits(m, end - 1, NULL) || token_in(w, end - 1, WORD_MEASURE);
}

/* "the total capacity of all plants": a district's total population is not of several. */
static bool is_of_several(const struct pattern_match *m)
{
    const struct words *w = words_of(m);
    for (uint32_t i = core_end(w, m->end); i < w->n_first; i++)
        if (is_of_many(w, i))
            return true;
    return false;
}

/* "the number of singers", "names and number of songs"; not "most number of", "a number of", "the
 * number of them", "the number of times"; nor "what are the number of", which is wrong with any
 * word. */
static bool ends_in_of(const struct pattern_match *m)
{
    const struct words *w = words_of(m);
    uint32_t before = m->start - 1;
    if (m->start == 0 || m->end >= w->n_first || token_in(w, m->end, WORD_PRONOUN) ||
        token_is(w, m->end, "times"))
        return false;
    if (token_is(w, before, "the"))
        return before == 0 || !token_is(w, before - 1, "are were");
    return token_in(w, before, WORD_COMMAND) || is_joint(w, before);
}

/* "the sum of all payments", not "the sum of revenue": a total is of things. */
static bool is_of_things(const struct pattern_match *m)
{
    return ends_in_of(m) && token_in(words_of(m), m->end, WORD_DETERMINER);
}

/* Does words.tsv say for each of the superlatives which nouns it can describe? Others fit any noun.
 */
static bool superlatives_are_listed(const struct pattern_match *m,
                                    const struct pattern_condition *c)
{
    for (uint32_t i = 0; i < c->n_words; i++)
        if (!fact_with(m->subject->phrases->lemmatizer.lexicon, FACT_FITS, c->words[i]))
            return false;
    return true;
}

bool subject_fits(const struct pattern_match *m, const struct pattern_condition *c)
{
    const struct words *w = words_of(m);
    uint32_t value = find_value(m), first = value < w->n_first ? value : m->end;
    uint32_t end = core_end(w, first);
    if (!superlatives_are_listed(m, c))
        return true;
    if (end == first || !superlative_fits(m, end - 1, c))
        return false;
    return !is_joint(w, end) || !is_value(m, end + 1) ||
           superlative_fits(m, core_end(w, end + 1) - 1, c);
}

/* A form is only known of words with a subject. */
bool form_holds(const struct pattern_match *m, const struct pattern_condition *c)
{
    static const struct {
        struct str name;
        bool (*test)(const struct pattern_match *m);
    } FORMS[] = {
#define PHRASE_FORM(name, test) {STR_INIT(name), test},
#include "link/pattern/form.def"
#undef PHRASE_FORM
    };
    for (size_t i = 0; m->subject && i < COUNT_OF(FORMS); i++)
        if (condition_names(c, FORMS[i].name) && FORMS[i].test(m))
            return true;
    return false;
}
