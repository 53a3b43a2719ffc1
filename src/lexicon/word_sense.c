/* word_sense.c: senses compared with the words around a noun. */
#include "lexicon/word_sense.h"

#include "lexicon/small_words.h"
#include "lexicon/word_fact.h"

#include <math.h>

enum {
    DOMINANCE = 3,     /* how many times more usual the first sense must be than the second */
    SENSES_TRIED = 12, /* later ones are too rare */
    TOPIC_GROUP = 14,  /* lexicographer files: groups of people, persons */
    TOPIC_PERSON = 18
};

/* The weight of each fact about a sense. */
static const double BY_USE = 0.3, BY_RANK = 0.1, BY_KIND = 2.5, BY_CONTEXT = 2.0, OTHER_FIELD = 1.5,
                    OWN_WORDS = 1.0, WORDS_ABOVE = 0.6, WORDS_BELOW = 0.4, CLEAR_LEAD = 0.8;

/* Words of a text */

void model_synonyms_init(struct model_synonyms *m, struct arena *a)
{
    *m = (struct model_synonyms){0};
    name_map_init_exact(&m->numbers, a, 32);
}

void model_synonyms_add(struct model_synonyms *m, struct arena *a, struct str words,
                        struct spoken_list synonyms)
{
    ARENA_PUSH(a, m->lists, m->count);
    m->lists[m->count] = synonyms;
    name_map_put(&m->numbers, a, words, m->count++);
}

struct spoken_list model_synonyms_find(const struct model_synonyms *m, struct str words)
{
    uint32_t n = m && m->count ? name_map_get(&m->numbers, words) : NAME_NONE;
    return n == NAME_NONE ? (struct spoken_list){NULL, 0} : m->lists[n];
}

/* The next run of letters, in small letters and the singular; false at the end. */
static bool next_word(struct arena *a, const struct inflection *in, struct str text, size_t *at,
                      struct str *out)
{
    while (*at < text.len && !ascii_letter(text.ptr[*at]))
        ++*at;
    size_t start = *at;
    while (*at < text.len && ascii_letter(text.ptr[*at]))
        ++*at;
    if (start == *at)
        return false;
    *out = noun_singular(a, in, arena_str_lower(a, str_slice(text, start, *at)));
    return true;
}

void word_context_init(struct word_context *c, struct arena *a)
{
    *c = (struct word_context){0};
    name_map_init(&c->numbers, a, 64);
}

static bool shows_nothing(const struct knowledge *k, struct str word)
{
    return word.len < 3 || word_classes(k->lexicon, word) ||
           str_among(word, "name id number code type year date detail total most least average age "
                           "other");
}

void word_context_add(struct word_context *c, struct arena *a, const struct knowledge *k,
                      struct str text)
{
    struct str word;
    uint32_t places[WORDNET_MAX_SENSES];
    for (size_t at = 0; next_word(a, &k->inflection, text, &at, &word);) {
        if (shows_nothing(k, word) || name_map_get(&c->numbers, word) != NAME_NONE)
            continue;
        uint32_t senses = wordnet_senses(&k->wordnet, WORDNET_NOUN, word, places);
        ARENA_PUSH(a, c->weights, c->count);
        c->weights[c->count] = 1 / sqrt(senses > 1 ? senses : 1);
        name_map_put(&c->numbers, a, word, c->count++);
    }
}

/* Senses */

/* A sense of a noun, and the words around it that explain the sense. */
struct sense_trial {
    struct arena *arena;
    const struct knowledge *knowledge;
    const struct word_context *context;
    struct str noun;
    double *gains; /* by word of the context: the most that it has brought */
};

/* The words of the context that are in `text` count at least `factor`. */
static void gain_by_text(const struct sense_trial *t, struct str text, double factor)
{
    struct str word;
    for (size_t at = 0; next_word(t->arena, &t->knowledge->inflection, text, &at, &word);) {
        uint32_t n = name_map_get(&t->context->numbers, word);
        if (n != NAME_NONE && !str_eq(word, t->noun) &&
            t->gains[n] < factor * t->context->weights[n])
            t->gains[n] = factor * t->context->weights[n];
    }
}

static void gain_by_words(const struct sense_trial *t, const struct wordnet_synset *s,
                          double factor)
{
    for (uint32_t i = 0; i < s->n_words; i++)
        gain_by_text(t, s->words[i], factor);
}

/* What it means, without the examples. */
static struct str definition_of(const struct wordnet_synset *s)
{
    return str_slice(s->gloss, 0, str_find(s->gloss, STR("; \""), 0));
}

/* What the synset is a kind or part of, and the kinds of it. */
static void gain_by_relatives(const struct sense_trial *t, const struct wordnet_synset *s)
{
    struct str rest = s->pointers;
    struct wordnet_pointer p;
    struct wordnet_synset other;
    for (uint32_t i = 0; i < s->n_pointers && wordnet_next_pointer(&rest, &p); i++) {
        bool above = str_starts(p.symbol, STR("@")) || str_starts(p.symbol, STR("#"));
        if (p.pos != WORDNET_NOUN || !(above || str_starts(p.symbol, STR("~"))) ||
            !wordnet_synset(t->arena, &t->knowledge->wordnet, WORDNET_NOUN, p.place, &other))
            continue;
        gain_by_words(t, &other, above ? WORDS_ABOVE : WORDS_BELOW);
        if (above)
            gain_by_text(t, definition_of(&other), WORDS_ABOVE);
    }
}

/* Is it a word of a science that no word around it speaks of? */
static bool is_of_other_field(const struct sense_trial *t, const struct wordnet_synset *s)
{
    struct str rest = s->pointers;
    struct wordnet_pointer p;
    struct wordnet_synset field;
    for (uint32_t i = 0; i < s->n_pointers && wordnet_next_pointer(&rest, &p); i++) {
        if (!str_eq(p.symbol, STR(";c")) || p.pos != WORDNET_NOUN ||
            !wordnet_synset(t->arena, &t->knowledge->wordnet, WORDNET_NOUN, p.place, &field))
            continue;
        for (uint32_t k = 0; k < field.n_words; k++)
            if (name_map_get(&t->context->numbers, field.words[k]) != NAME_NONE)
                return false;
        return true;
    }
    return false;
}

static uint32_t frequency_of(const struct wordnet *w, const struct wordnet_synset *s,
                             struct str word)
{
    for (uint32_t i = 0; i < s->n_words; i++)
        if (str_eq_nocase(s->words[i], word))
            return wordnet_frequency(w, s, i);
    return 0;
}

/* Do the curated kinds say whether it is a person, and is the sense one? */
static bool is_of_its_kind(const struct knowledge *k, struct str noun, uint32_t topic)
{
    struct str kind = fact_value(k->lexicon, FACT_KIND, noun);
    for (int depth = 0; kind.ptr && depth < 8; depth++) {
        if (str_eq(kind, STR("person")))
            return topic == TOPIC_PERSON;
        if (str_eq(kind, STR("organization")))
            return topic == TOPIC_GROUP;
        kind = fact_value(k->lexicon, FACT_KIND, kind);
    }
    return false;
}

static double score_of(const struct sense_trial *t, const struct wordnet_synset *s, uint32_t number)
{
    const struct wordnet *w = &t->knowledge->wordnet;
    double score = BY_USE * log(1 + frequency_of(w, s, t->noun)) - BY_RANK * number +
                   (is_of_its_kind(t->knowledge, t->noun, s->topic) ? BY_KIND : 0);
    memset(t->gains, 0, (t->context->count + 1) * sizeof *t->gains);
    gain_by_words(t, s, OWN_WORDS);
    gain_by_text(t, definition_of(s), OWN_WORDS);
    gain_by_relatives(t, s);
    double sum = 0;
    for (uint32_t i = 0; i < t->context->count; i++)
        sum += t->gains[i];
    return score + BY_CONTEXT * log(1 + sum) - (is_of_other_field(t, s) ? OTHER_FIELD : 0);
}

static bool choose_sense(struct sense_trial *t, const uint32_t *places, uint32_t n,
                         struct word_sense *out)
{
    double best = -HUGE_VAL, next = -HUGE_VAL;
    for (uint32_t i = 0; i < n && i < SENSES_TRIED; i++) {
        struct arena_mark mark = arena_mark(t->arena);
        struct wordnet_synset s;
        if (wordnet_synset(t->arena, &t->knowledge->wordnet, WORDNET_NOUN, places[i], &s)) {
            double score = score_of(t, &s, i);
            next = score > best ? best : fmax(next, score);
            if (score > best) {
                best = score;
                *out = (struct word_sense){.place = places[i], .number = i};
            }
        }
        arena_rewind(t->arena, mark);
    }
    out->sure = best > -HUGE_VAL && best - next >= CLEAR_LEAD;
    return best > -HUGE_VAL;
}

/* How often `word` was tagged with its sense number `sense` as this part of speech. */
static uint32_t sense_frequency(struct arena *a, const struct wordnet *w, enum wordnet_pos pos,
                                struct str word, uint32_t sense)
{
    uint32_t places[WORDNET_MAX_SENSES];
    struct wordnet_synset s;
    if (sense >= wordnet_senses(w, pos, word, places) ||
        !wordnet_synset(a, w, pos, places[sense], &s))
        return 0;
    return frequency_of(w, &s, word);
}

/* What "departed" on a given date is not a dead person. */
static bool is_form_of_verb(struct str word)
{
    return str_ends(word, STR("ed")) || str_ends(word, STR("ing"));
}

/* Does `word` nearly always mean the first of its senses as a noun? */
static bool has_one_sense(struct arena *a, const struct wordnet *w, struct str word)
{
    if (is_form_of_verb(word))
        return false;
    uint32_t first = sense_frequency(a, w, WORDNET_NOUN, word, 0);
    uint32_t others[] = {sense_frequency(a, w, WORDNET_NOUN, word, 1),
                         sense_frequency(a, w, WORDNET_VERB, word, 0),
                         sense_frequency(a, w, WORDNET_ADJECTIVE, word, 0)};
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (others[i] && first < DOMINANCE * others[i])
            return false;
    uint32_t places[WORDNET_MAX_SENSES];
    return first > 0 || wordnet_senses(w, WORDNET_NOUN, word, places) == 1;
}

bool word_sense_choose(struct arena *a, const struct knowledge *k, const struct word_context *c,
                       struct str noun, struct word_sense *out)
{
    uint32_t places[WORDNET_MAX_SENSES];
    uint32_t n = wordnet_senses(&k->wordnet, WORDNET_NOUN, noun, places);
    if (n == 0)
        return false;
    if (!c) {
        *out = (struct word_sense){.place = places[0], .sure = true};
        return has_one_sense(a, &k->wordnet, noun);
    }
    struct arena_mark mark = arena_mark(a);
    struct sense_trial t = {a, k, c, noun, ARENA_ARRAY(a, double, c->count + 1)};
    bool found = choose_sense(&t, places, n, out);
    arena_rewind(a, mark);
    return found;
}

uint32_t word_commonness(struct arena *a, const struct wordnet *w, enum wordnet_pos pos,
                         struct str word)
{
    uint32_t places[WORDNET_MAX_SENSES], sum = 0;
    uint32_t n = wordnet_senses(w, pos, word, places);
    struct wordnet_synset s;
    for (uint32_t i = 0; i < n; i++)
        if (wordnet_synset(a, w, pos, places[i], &s))
            sum += frequency_of(w, &s, word);
    return sum;
}

bool is_mostly_noun(struct arena *a, const struct wordnet *w, struct str word)
{
    uint32_t as_noun = word_commonness(a, w, WORDNET_NOUN, word);
    return !is_form_of_verb(word) && as_noun >= sense_frequency(a, w, WORDNET_VERB, word, 0) &&
           as_noun >= sense_frequency(a, w, WORDNET_ADJECTIVE, word, 0);
}
