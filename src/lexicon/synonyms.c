/* synonyms.c: looking words up in the sources. */
#include "lexicon/synonyms.h"

#include "lexicon/small_words.h"
#include "lexicon/synonym_collector.h"
#include "lexicon/synonym_pair.h"
#include "lexicon/word_fact.h"

#include <pthread.h>
#include <stdlib.h>

enum { SAFE_FREQUENCY = 2 }; /* of the synonym in this sense: rare words are not column names */

/* Lists */

static enum synonym_doubt doubt_of(const struct synonym_pair *p)
{
    if (pair_is(p, GRADES_SUBSTITUTED))
        return DOUBT_NONE;
    return p->grade == GRADE_NEAR ? DOUBT_NEAR : p->grade == GRADE_NAME ? DOUBT_NAME : DOUBT_LOOSE;
}

static struct synonym synonym_of(const struct synonym_pair *p)
{
    return (struct synonym){.words = p->other,
                            .owner = p->owner,
                            .source = SOURCE_LIST,
                            .whole = p->alone,
                            .last = p->at_end,
                            .doubt = doubt_of(p),
                            .bold = p->grade == GRADE_BOLD,
                            .mild = p->mild,
                            .numbers = p->numbers,
                            .texts = p->texts,
                            .plural = p->no_singular,
                            .mass = p->no_plural};
}

/* The synonyms of `word` of these grades. False if the list has neither one nor says that there is
 * none. */
static bool collect_graded(struct synonym_collector *c, unsigned grades, struct str word)
{
    const struct lexicon *l = c->knowledge->lexicon;
    for (const struct synonym_pair *p = pairs_of(l, word); p; p = p->next)
        if (pair_is(p, grades))
            synonym_collect(c, synonym_of(p));
    return pair_graded(l, word, grades | GRADE_BIT(GRADE_NONE)) != NULL;
}

/* What `word` abbreviates, with its synonyms. False if it is not an abbreviation. */
static bool collect_long_forms(struct synonym_collector *c, unsigned grades, struct str word)
{
    bool found = false;
    for (const struct synonym_pair *p = long_forms_of(c->knowledge->lexicon, word); p;
         p = next_long_form(p)) {
        found = true;
        synonym_collect(c, (struct synonym){p->other, STR("any"), .source = SOURCE_ABBREVIATION});
        collect_graded(c, grades, p->other);
    }
    return found;
}

/* Short forms of `word` that everybody understands. */
static void collect_short_forms(struct synonym_collector *c, struct str word)
{
    const struct synonym_pair *p = pairs_of(c->knowledge->lexicon, word);
    for (; p; p = p->next)
        if (p->grade == GRADE_LONG && p->reversed)
            synonym_collect(c,
                            (struct synonym){p->other, STR("any"), .source = SOURCE_ABBREVIATION});
}

/* Other sources */

/* The most frequent word of the noun's sense that mostly has this sense. */
static void collect_from_wordnet(struct synonym_collector *c, struct str noun)
{
    const struct wordnet *w = &c->knowledge->wordnet;
    struct word_sense sense;
    struct wordnet_synset s;
    struct str best = STR_NONE;
    uint32_t most = SAFE_FREQUENCY - 1;
    if (!is_lower_word(noun) || !word_sense_choose(c->arena, c->knowledge, NULL, noun, &sense) ||
        !wordnet_synset(c->arena, w, WORDNET_NOUN, sense.place, &s))
        return;
    for (uint32_t i = 0; i < s.n_words; i++) {
        uint32_t frequency = wordnet_frequency(w, &s, i);
        if (frequency > most && is_lower_word(s.words[i]) && !str_eq(s.words[i], noun) &&
            wordnet_first_sense_is(w, s.words[i], sense.place)) {
            most = frequency;
            best = s.words[i];
        }
    }
    synonym_collect(c, (struct synonym){best, STR("any"), .source = SOURCE_WORDNET});
}

static void collect_from_conceptnet(struct synonym_collector *c, struct str noun)
{
    struct conceptnet_edges found =
        conceptnet_from(&c->knowledge->conceptnet, CONCEPTNET_SYNONYM, noun);
    if (found.count && is_lower_word(found.items[0].end))
        synonym_collect(
            c, (struct synonym){found.items[0].end, STR("any"), .source = SOURCE_CONCEPTNET});
}

/* Names of columns */

static void collect_for_singular(struct synonym_collector *c, unsigned grades, struct str word)
{
    bool listed = collect_graded(c, grades, word);
    bool short_form = collect_long_forms(c, grades, word);
    if (grades != GRADES_BOLD)
        collect_short_forms(c, word); /* the other words are longer */
    if (listed || short_form)
        return;
    collect_from_conceptnet(c, word);
    if (grades == GRADES_MEANT)
        collect_from_wordnet(c, word);
}

/* The synonyms of a plural are those of the singular, in the plural. Short forms are left out, and
 * words with "of", whose plural is not at their end. */
static void make_names_plural(struct synonym_collector *c)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        struct synonym s = c->items[i];
        if (s.source == SOURCE_ABBREVIATION || str_find(s.words, STR(" of "), 0) < s.words.len)
            continue;
        s.words = noun_plural(c->arena, &c->knowledge->inflection, s.words);
        c->items[kept++] = s;
    }
    c->count = kept;
}

static void collect_for_name(struct synonym_collector *c, unsigned grades, struct str words)
{
    const struct knowledge *k = c->knowledge;
    struct str single = noun_singular(c->arena, &k->inflection, words);
    bool plural = !str_eq(single, words) &&
                  !pair_graded(k->lexicon, words, grades | GRADE_BIT(GRADE_NONE)) &&
                  !long_forms_of(k->lexicon, words);
    collect_for_singular(c, grades, plural ? single : words);
    if (plural)
        make_names_plural(c);
}

/* Questions */

/* The words with the last of them in the singular. */
static struct str last_singular(struct arena *a, const struct knowledge *k, struct str words)
{
    size_t at = str_after_last(words, ' ');
    const struct str parts[] = {str_slice(words, 0, at),
                                noun_singular(a, &k->inflection, str_slice(words, at, words.len))};
    return arena_concat(a, parts, 2);
}

static bool is_listed(const struct knowledge *k, struct str words)
{
    return pair_graded(k->lexicon, words, GRADES_NAMED | GRADES_SAID | GRADE_BIT(GRADE_NONE)) !=
           NULL;
}

bool wordings_have(struct arena *a, const struct knowledge *k, struct str words)
{
    return is_listed(k, words) || is_listed(k, last_singular(a, k, words));
}

/* What people say for words in the singular, in questions for a column. */
static void collect_for_question(struct synonym_collector *c, unsigned grades, struct str single)
{
    collect_graded(c, grades, single);
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->count; i++)
        if (!memchr(c->items[i].words.ptr, '{', c->items[i].words.len)) /* the table's noun */
            c->items[n++] = c->items[i];
    c->count = n;
}

/* Make all plural, except what has no plural. */
static void make_phrases_plural(struct synonym_collector *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (!c->items[i].plural && !c->items[i].mass)
            c->items[i].words =
                noun_phrase_plural(c->arena, &c->knowledge->inflection, c->items[i].words);
}

static void collect_said(struct synonym_collector *c, struct str words)
{
    const struct knowledge *k = c->knowledge;
    struct str single = is_listed(k, words) ? words : last_singular(c->arena, k, words);
    collect_for_question(c, GRADES_SAID, single);
    if (!str_eq(single, words))
        make_phrases_plural(c);
}

/* Substitutes */

/* Does the line hold the other way round? Not if it is loose, or has a plural for a word that
 * callers look up in the singular. */
static bool works_backwards(const struct synonym_pair *p)
{
    return pair_is(p, GRADES_SUBSTITUTED) && !p->reversed && !p->no_singular &&
           !memchr(p->other.ptr, '{', p->other.len);
}

/* The doubt about the word of such a line. Names have short forms that nobody says: "l name". */
static enum synonym_doubt doubt_backwards(struct synonym_collector *c, struct str words)
{
    const struct knowledge *k = c->knowledge;
    while (words.ptr && wordnet_present(&k->wordnet)) {
        struct str word = str_split(&words, ' ');
        struct str single = noun_singular(c->arena, &k->inflection, word);
        bool known = word_classes(k->lexicon, word) ||
                     wordnet_has(&k->wordnet, WORDNET_NOUN, single) ||
                     wordnet_has(&k->wordnet, WORDNET_ADJECTIVE, word) ||
                     wordnet_has(&k->wordnet, WORDNET_VERB, word);
        if (word.len < 2 || !known)
            return DOUBT_NOUN;
    }
    return DOUBT_BACKWARDS;
}

static bool is_substituted(const struct knowledge *k, struct str words)
{
    const struct synonym_pair *p = pairs_back(k->lexicon, words);
    while (p && !works_backwards(p))
        p = p->next_back;
    return p || pair_graded(k->lexicon, words, GRADES_LOOSE);
}

bool substitutes_have(struct arena *a, const struct knowledge *k, struct str words)
{
    return is_substituted(k, words) || is_substituted(k, last_singular(a, k, words)) ||
           wordings_have(a, k, words);
}

/* The spelling that the lists have: as it stands, or the singular. Their own list comes first. */
static struct str listed_spelling(struct arena *a, const struct knowledge *k, struct str words)
{
    struct str single = last_singular(a, k, words);
    if (is_substituted(k, words) || (!is_substituted(k, single) && is_listed(k, words)))
        return words;
    return single;
}

/* What else may stand for the word of the line. */
static void collect_beside(struct synonym_collector *c, const struct synonym_pair *line)
{
    const struct synonym_pair *p = pairs_of(c->knowledge->lexicon, line->word);
    for (; p; p = p->next) {
        struct synonym s = synonym_of(p);
        s.doubt = DOUBT_BESIDE;
        if (pair_is(p, GRADES_LOOSE) && str_eq(p->owner, line->owner))
            synonym_collect(c, s);
    }
}

/* Has the word a line of its own for the other, not only for bold names? Then that line says where
 * it holds. */
static bool has_line(const struct lexicon *l, struct str word, struct str other)
{
    const struct synonym_pair *p = pairs_of(l, word);
    while (p && (p->grade == GRADE_BOLD || !str_eq(p->other, other)))
        p = p->next;
    return p != NULL;
}

/* A line the other way round is loose: "number of seats" is a capacity, but a capacity need not be
 * one of seats. First the lines' first words, then the others of their lines. */
static void collect_backwards(struct synonym_collector *c, struct str word)
{
    const struct lexicon *l = c->knowledge->lexicon;
    for (int beside = 0; beside < 2; beside++)
        for (const struct synonym_pair *p = pairs_back(l, word); p; p = p->next_back) {
            if (!works_backwards(p))
                continue;
            if (beside)
                collect_beside(c, p);
            else if (!has_line(l, word, p->word))
                synonym_collect(c, (struct synonym){p->word, p->owner, .source = SOURCE_LIST,
                                                    .doubt = doubt_backwards(c, p->word)});
        }
}

/* Is it the usual word for what it means, so that nobody says anything else? */
static bool is_reserved(const struct knowledge *k, struct str word)
{
    return fact_of(k->lexicon, FACT_RESERVED, word) != NULL;
}

static bool has_word(struct str words, struct str word)
{
    while (words.ptr)
        if (str_eq(str_split(&words, ' '), word))
            return true;
    return false;
}

/* Do `words` lack a reserved word that `asked` has? */
static bool drops_reserved(const struct knowledge *k, struct str asked, struct str words)
{
    while (asked.ptr) {
        struct str word = str_split(&asked, ' ');
        if (is_reserved(k, word) && !has_word(words, word))
            return true;
    }
    return false;
}

/* What is said for a phrase with a reserved word keeps that word: a "song name" is not a "song
 * title" here, but a "last name" is a surname. Nor may a model bring one in: a "song" is not a
 * "song name". */
static void keep_reserved(struct synonym_collector *c, uint32_t from, struct str asked)
{
    uint32_t n = from;
    for (uint32_t i = from; i < c->count; i++)
        if (!drops_reserved(c->knowledge, asked, c->items[i].words) &&
            !(c->items[i].source == SOURCE_MODEL &&
              drops_reserved(c->knowledge, c->items[i].words, asked)))
            c->items[n++] = c->items[i];
    c->count = n;
}

struct str substitutes_key(struct arena *a, const struct knowledge *k, struct str words)
{
    struct str single = listed_spelling(a, k, words);
    return is_reserved(k, single) || drops_reserved(k, single, STR("")) ? STR_NONE : single;
}

/* The most trusted sources come first: what one of them has is not loose because of a later one. */
static void collect_substituted(struct synonym_collector *c, struct str words)
{
    const struct knowledge *k = c->knowledge;
    struct str single = listed_spelling(c->arena, k, words);
    if (is_reserved(k, single))
        return;
    c->asked = single; /* a word is not answered with its own singular */
    collect_for_question(c, GRADES_LOOSE, single);
    collect_backwards(c, single);
    uint32_t own = fact_of(k->lexicon, FACT_AS_ONE, single) ? c->count : 0;
    synonyms_from_sense(c, single);
    collect_from_conceptnet(c, single);
    synonyms_from_vectors(c, single);
    synonyms_from_model(c, single);
    keep_reserved(c, own, single);
    synonyms_rank(c);
    if (!str_eq(single, words))
        make_phrases_plural(c);
}

/* All */

static void collect_synonyms(struct synonym_collector *c, enum synonym_use use, struct str words)
{
    switch (use) {
    case SYNONYMS_MEANT:
        collect_for_name(c, GRADES_MEANT, words);
        return;
    case SYNONYMS_NAMED:
        collect_for_name(c, GRADES_NAMED, words);
        return;
    case SYNONYMS_NAMED_BOLDLY:
        collect_for_name(c, GRADES_BOLD, words);
        return;
    case SYNONYMS_SAID:
        collect_said(c, words);
        return;
    case SYNONYMS_SUBSTITUTED:
        collect_substituted(c, words);
        return;
    }
}

struct synonym_list synonyms_find(struct arena *a, const struct knowledge *k, enum synonym_use use,
                                  const struct word_context *context, struct str words)
{
    struct synonym_collector c = {.arena = a, .knowledge = k, .context = context, .asked = words};
    collect_synonyms(&c, use, words);
    struct synonym *items = ARENA_ARRAY(a, struct synonym, c.count ? c.count : 1);
    memcpy(items, c.items, c.count * sizeof *items);
    return (struct synonym_list){items, c.count};
}

/* Answers of synonyms_of(), by the place of the words. Threads share them. */
struct synonym_answers {
    pthread_mutex_t lock; /* of all below */
    struct arena arena;
    struct name_map asked;
    struct synonym_list *lists;
};

struct synonym_answers *synonym_answers_new(void)
{
    struct synonym_answers *out = mem_alloc(sizeof *out);
    *out = (struct synonym_answers){.lists = NULL};
    pthread_mutex_init(&out->lock, NULL);
    name_map_init(&out->asked, &out->arena, 256);
    return out;
}

void synonym_answers_free(struct synonym_answers *answers)
{
    if (!answers)
        return;
    pthread_mutex_destroy(&answers->lock);
    arena_release(&answers->arena);
    free(answers);
}

static struct synonym_list add_answer(struct synonym_answers *s, const struct knowledge *k,
                                      struct str words)
{
    struct str own = arena_str(&s->arena, words);
    uint32_t n = s->asked.count;
    ARENA_PUSH(&s->arena, s->lists, n);
    s->lists[n] = synonyms_find(&s->arena, k, SYNONYMS_MEANT, NULL, own);
    name_map_put(&s->asked, &s->arena, own, n);
    return s->lists[n];
}

struct synonym_list synonyms_of(const struct knowledge *k, struct str words)
{
    struct synonym_answers *s = k->meant;
    pthread_mutex_lock(&s->lock);
    uint32_t n = name_map_get(&s->asked, words);
    struct synonym_list out = n != NAME_NONE ? s->lists[n] : add_answer(s, k, words);
    pthread_mutex_unlock(&s->lock);
    return out;
}

bool synonym_fits(const struct synonym *s, const struct noun_kinds *kinds)
{
    if (str_eq(s->owner, STR("any")))
        return true;
    bool others = str_starts(s->owner, STR("!")), has = false;
    for (struct str rest = str_slice(s->owner, others, s->owner.len); rest.ptr;)
        has |= kinds_have(kinds, str_split(&rest, '|'));
    return has != others;
}
