/* synonym_collector.c: words with their scores.
 *
 * A list has its words in the order of preference, so they score by their place. Words of WordNet
 * score by how often they were met in this sense. What is above the word ("vessel" of a ship) comes
 * after what means the same. Word vectors come last, since words that are used alike need not mean
 * the same. If WordNet also has the word's sense as the first one of the other, the two sources
 * agree, and the word scores higher. */
#include "lexicon/synonym_collector.h"

#include "lexicon/small_words.h"
#include "lexicon/synonym_pair.h"

#include <math.h>

enum {
    COMMON_WORD = 3,   /* times that a word must have been met to come in */
    SAFE_FREQUENCY = 5 /* times in this sense, to be said in its place */
};

/* The best score of each source, and by how much it falls from word to word of a list. */
static const double LIST_BEST = 1.0, LIST_STEP = 0.01, SENSE_BEST = 0.5, ABOVE_BEST = 0.3,
                    VECTORS_BEST = 0.3, CONCEPTNET_BEST = 0.4, MODEL_BEST = 0.7, MODEL_STEP = 0.01;

void synonym_collect(struct synonym_collector *c, struct synonym s)
{
    if (c->count == MAX_SYNONYMS || s.words.len == 0 || str_eq(s.words, STR("-")) ||
        str_eq_nocase(s.words, c->asked))
        return;
    for (uint32_t i = 0; i < c->count; i++)
        if (str_eq(c->items[i].words, s.words) && str_eq(c->items[i].owner, s.owner) &&
            c->items[i].bold == s.bold)
            return;
    c->items[c->count++] = s;
}

/* Is it collected already, for whatever owner? */
static bool is_collected(const struct synonym_collector *c, struct str words)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (str_eq(c->items[i].words, words))
            return true;
    return false;
}

/* WordNet */

/* Up to 0.2: met once, ten times, a hundred times. */
static double frequency_score(uint32_t frequency)
{
    return fmin(0.2, 0.04 * log(1 + frequency));
}

/* The doubt about a word of WordNet, if there is the doubt `least` about all words of its synset.
 */
static enum synonym_doubt doubt_in_sense(enum synonym_doubt least, bool first, uint32_t frequency,
                                         bool phrase)
{
    if (least > DOUBT_SENSE)
        return least;
    bool common = frequency >= SAFE_FREQUENCY;
    if (phrase || (!first && !common))
        return DOUBT_UNSURE;
    return first && common ? least : DOUBT_SENSE;
}

static void collect_from_synset(struct synonym_collector *c, const struct wordnet_synset *s,
                                uint32_t place, double best, enum synonym_doubt doubt)
{
    const struct wordnet *w = &c->knowledge->wordnet;
    for (uint32_t i = 0; i < s->n_words; i++) {
        struct str word = s->words[i];
        if (!is_lower_phrase(word) || is_collected(c, word))
            continue;
        uint32_t frequency = wordnet_frequency(w, s, i);
        uint32_t common = word_commonness(c->arena, w, WORDNET_NOUN, word);
        bool phrase = !is_lower_word(word);
        bool is_one = str_eq(noun_singular(c->arena, &c->knowledge->inflection, word), word);
        if ((common < COMMON_WORD && !phrase) || !is_one)
            continue; /* rare, or a plural: "papers" */
        bool first = wordnet_first_sense_is(w, word, place);
        synonym_collect(c,
                        (struct synonym){.words = word,
                                         .owner = STR("any"),
                                         .source = SOURCE_WORDNET,
                                         .doubt = doubt_in_sense(doubt, first, frequency, phrase),
                                         .score = best + frequency_score(frequency) +
                                                  (first ? 0.1 : 0) - (phrase ? 0.1 : 0)});
    }
}

/* What is above the synset, except the most general. */
static void collect_from_above(struct synonym_collector *c, const struct wordnet_synset *s)
{
    enum { TOPIC_TOPS = 3 };
    struct str rest = s->pointers;
    struct wordnet_pointer p;
    struct wordnet_synset above;
    for (uint32_t i = 0; i < s->n_pointers && wordnet_next_pointer(&rest, &p); i++)
        if (p.pos == WORDNET_NOUN && p.whole && str_eq(p.symbol, STR("@")) &&
            wordnet_synset(c->arena, &c->knowledge->wordnet, WORDNET_NOUN, p.place, &above) &&
            above.topic != TOPIC_TOPS)
            collect_from_synset(c, &above, p.place, ABOVE_BEST, DOUBT_WIDER);
}

/* Is it a sense of an animal, a thing, food, a person or a plant, or a place? Other words have too
 * many shades of meaning. Lexicographer files: see lexnames(5WN). */
static bool is_concrete(uint32_t topic, bool places)
{
    enum { THINGS = 1 << 5 | 1 << 6 | 1 << 13 | 1 << 18 | 1 << 20, PLACES = 1 << 15 };
    return topic < 32 && ((places ? THINGS | PLACES : THINGS) & 1u << topic);
}

/* The doubt about words of the noun's sense in the context. There is none if the noun nearly always
 * has this sense. If a list has words for the noun, those were chosen. */
static enum synonym_doubt doubt_in_context(const struct synonym_collector *c, struct str noun,
                                           const struct word_sense *sense, uint32_t topic)
{
    struct word_sense usual;
    if (!sense->sure || c->count > 0 || !is_concrete(topic, true))
        return DOUBT_UNSURE;
    bool always = is_concrete(topic, false) &&
                  word_sense_choose(c->arena, c->knowledge, NULL, noun, &usual) &&
                  usual.place == sense->place;
    return always ? DOUBT_NONE : DOUBT_SENSE;
}

void synonyms_from_sense(struct synonym_collector *c, struct str noun)
{
    const struct wordnet *w = &c->knowledge->wordnet;
    struct word_sense sense;
    struct wordnet_synset s;
    if (!word_sense_choose(c->arena, c->knowledge, c->context, noun, &sense) ||
        !wordnet_synset(c->arena, w, WORDNET_NOUN, sense.place, &s))
        return;
    collect_from_synset(c, &s, sense.place, SENSE_BEST, doubt_in_context(c, noun, &sense, s.topic));
    collect_from_above(c, &s);
}

/* Vectors */

/* The sense that the noun has here. False if a list has words for the noun: those were chosen, and
 * more is not wanted. */
static bool sense_to_settle(struct synonym_collector *c, struct str noun, struct word_sense *out)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->items[i].source == SOURCE_LIST)
            return false;
    return is_mostly_noun(c->arena, &c->knowledge->wordnet, noun) &&
           word_sense_choose(c->arena, c->knowledge, c->context, noun, out);
}

/* A word in the singular; and one that is met often enough, if there is WordNet. */
static bool may_come_in(struct synonym_collector *c, struct str word)
{
    const struct wordnet *w = &c->knowledge->wordnet;
    return is_lower_word(word) &&
           str_eq(noun_singular(c->arena, &c->knowledge->inflection, word), word) &&
           (!wordnet_present(w) || word_commonness(c->arena, w, WORDNET_NOUN, word) >= COMMON_WORD);
}

/* Is it a source that was not written for this? */
static bool may_be_settled(enum word_source source)
{
    return source == SOURCE_WORDNET || source == SOURCE_CONCEPTNET || source == SOURCE_VECTORS;
}

/* Add it. If such a source gave the same word, and there is less doubt about this one, it replaces
 * that. A model knows what the database is about: it may say for the noun what our list calls
 * loose, but not what is something else. */
static void collect_or_settle(struct synonym_collector *c, struct synonym s)
{
    for (uint32_t i = 0; i < c->count; i++) {
        struct synonym *x = &c->items[i];
        if (!str_eq(x->words, s.words))
            continue;
        if (may_be_settled(x->source) && s.doubt < x->doubt) {
            *x = s;
        } else if (s.source == SOURCE_MODEL && !s.doubt && x->doubt && x->doubt != DOUBT_NEAR) {
            x->source = SOURCE_MODEL;
            x->doubt = DOUBT_LOOSE;
        }
        return;
    }
    synonym_collect(c, s);
}

/* What is to be said of a near word that may have another sense: has it this one at all? */
static enum synonym_doubt doubt_about_near(struct synonym_collector *c, struct str word,
                                           const struct word_sense *sense)
{
    uint32_t places[WORDNET_MAX_SENSES];
    uint32_t n = wordnet_senses(&c->knowledge->wordnet, WORDNET_NOUN, word, places);
    for (uint32_t i = 0; i < n; i++)
        if (places[i] == sense->place)
            return i == 0 ? DOUBT_NONE : DOUBT_SENSE;
    return DOUBT_USE;
}

void synonyms_from_vectors(struct synonym_collector *c, struct str noun)
{
    enum { NEAR_MAX = 10 };
    struct vector_nears found = vectors_nearest(c->arena, &c->knowledge->vectors, noun, NEAR_MAX);
    struct word_sense sense;
    bool chosen = found.count && sense_to_settle(c, noun, &sense);
    for (uint32_t i = 0; i < found.count && found.items[i].similarity > 0; i++) {
        struct str word = found.items[i].word;
        enum synonym_doubt doubt = !may_come_in(c, word) ? DOUBT_NOUN
                                   : chosen              ? doubt_about_near(c, word, &sense)
                                                         : DOUBT_USE;
        collect_or_settle(c, (struct synonym){.words = word,
                                              .owner = STR("any"),
                                              .source = SOURCE_VECTORS,
                                              .doubt = doubt,
                                              .score = (doubt ? VECTORS_BEST : SENSE_BEST) *
                                                       (double)found.items[i].similarity});
    }
}

/* A language model */

/* Is the word met as a noun, in either number, or known as an adjective? */
static bool stands_in_phrases(struct synonym_collector *c, struct str word)
{
    const struct knowledge *k = c->knowledge;
    struct str single = noun_singular(c->arena, &k->inflection, word);
    bool adjective =
        !word_classes(k->lexicon, word) && wordnet_has(&k->wordnet, WORDNET_ADJECTIVE, word);
    return is_lower_word(word) && (adjective || word_commonness(c->arena, &k->wordnet, WORDNET_NOUN,
                                                                single) >= COMMON_WORD);
}

/* "number of seats", "phone number": words that stand in phrases, "of" between two of them, and a
 * noun in the singular that the rest is about. With another small word or a verb it is a sentence.
 */
static bool is_noun_phrase(struct synonym_collector *c, struct str words)
{
    const struct str of = STR("of");
    size_t head_end = str_find(words, STR(" of "), 0);
    struct str head = str_slice(words, 0, head_end), before = of;
    head = str_slice(head, str_after_last(head, ' '), head.len);
    for (struct str rest = words; rest.ptr;) {
        struct str word = str_split(&rest, ' ');
        bool is_of = str_eq(word, of);
        if (is_of ? str_eq(before, of) || !rest.ptr : !stands_in_phrases(c, word))
            return false;
        before = word;
    }
    return may_come_in(c, head);
}

/* Does the phrase end with a word that our list says has no plural? */
static bool ends_in_mass_word(const struct synonym_collector *c, struct str words)
{
    struct str last = str_slice(words, str_after_last(words, ' '), words.len);
    return is_mass_word(c->knowledge->lexicon, words) || is_mass_word(c->knowledge->lexicon, last);
}

void synonyms_from_model(struct synonym_collector *c, struct str noun)
{
    const struct wordnet *w = &c->knowledge->wordnet;
    struct spoken_list said = model_synonyms_find(c->context ? c->context->model : NULL, noun);
    for (uint32_t i = 0; i < said.count; i++) {
        struct str words = said.items[i];
        bool phrase = memchr(words.ptr, ' ', words.len) != NULL;
        bool comes_in = phrase ? wordnet_present(w) && is_noun_phrase(c, words)
                               : may_come_in(c, words) && is_mostly_noun(c->arena, w, words);
        collect_or_settle(c, (struct synonym){.words = words,
                                              .owner = STR("any"),
                                              .source = SOURCE_MODEL,
                                              .mass = ends_in_mass_word(c, words),
                                              .doubt = comes_in ? DOUBT_NONE : DOUBT_NOUN,
                                              .score = MODEL_BEST - MODEL_STEP * i});
    }
}

/* Ranks */

/* By score, then as they were collected (insertion sort: the lists are short and the order must be
 * stable). */
void synonyms_rank(struct synonym_collector *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->items[i].source == SOURCE_CONCEPTNET)
            c->items[i].score = CONCEPTNET_BEST;
        else if (c->items[i].score == 0)
            c->items[i].score = LIST_BEST - LIST_STEP * i;
    for (uint32_t i = 1; i < c->count; i++) {
        struct synonym x = c->items[i];
        uint32_t k = i;
        for (; k > 0 && c->items[k - 1].score < x.score; k--)
            c->items[k] = c->items[k - 1];
        c->items[k] = x;
    }
}
