/* synonyms.c: looking words up in the sources. */
#include "lexicon/synonyms.h"

#include "lexicon/synonym_collector.h"

enum { SAFE_FREQUENCY = 2 }; /* of the synonym in this sense: rare words are not column names */

/* Lists */

/* Take the marks off a word of a list, and note what they say. */
static struct synonym read_marks(struct str words, struct str owner)
{
    struct synonym s = {.owner = owner, .source = SOURCE_LIST};
    for (; words.len > 0 && strchr("=~", words.ptr[0]); words = str_slice(words, 1, words.len)) {
        s.whole |= words.ptr[0] == '=';
        s.loose |= words.ptr[0] == '~';
    }
    for (; words.len > 0 && strchr("$+*", words.ptr[words.len - 1]); words.len--) {
        s.last |= words.ptr[words.len - 1] == '$';
        s.plural |= words.ptr[words.len - 1] == '+';
        s.mass |= words.ptr[words.len - 1] == '*';
    }
    s.words = words;
    return s;
}

/* The curated synonyms of `word`, from the third field on. False if the list does not have it. */
static bool collect_from_list(struct synonym_collector *c, const struct word_index *list,
                              struct str word)
{
    uint32_t row = word_index_find(list, word);
    bool found = row != NAME_NONE;
    for (; row != NAME_NONE; row = list->next[row])
        for (uint32_t i = 2; i < list->table->rows[row].n_fields; i++)
            synonym_collect(
                c, read_marks(word_index_field(list, row, i), word_index_field(list, row, 1)));
    return found;
}

/* What `word` abbreviates, with its synonyms. False if it is not an abbreviation. */
static bool collect_long_forms(struct synonym_collector *c, const struct word_index *synonyms,
                               struct str word)
{
    const struct word_index *list = &c->knowledge->abbreviations;
    uint32_t row = word_index_find(list, word);
    bool found = row != NAME_NONE;
    for (; row != NAME_NONE; row = list->next[row]) {
        struct str words = word_index_field(list, row, 1);
        synonym_collect(c, (struct synonym){words, STR("any"), .source = SOURCE_ABBREVIATION});
        collect_from_list(c, synonyms, words);
    }
    return found;
}

/* Short forms of `word` that everybody understands. */
static void collect_short_forms(struct synonym_collector *c, struct str word)
{
    const struct word_index *list = &c->knowledge->short_forms;
    for (uint32_t row = word_index_find(list, word); row != NAME_NONE; row = list->next[row])
        if (str_eq(word_index_field(list, row, 2), STR("yes")))
            synonym_collect(c, (struct synonym){word_index_field(list, row, 0), STR("any"),
                                                .source = SOURCE_ABBREVIATION});
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

static void collect_for_singular(struct synonym_collector *c, const struct word_index *list,
                                 struct str word)
{
    bool listed = collect_from_list(c, list, word);
    bool short_form = collect_long_forms(c, list, word);
    collect_short_forms(c, word);
    if (listed || short_form)
        return;
    collect_from_conceptnet(c, word);
    if (list == &c->knowledge->synonyms)
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

static void collect_for_name(struct synonym_collector *c, const struct word_index *list,
                             struct str words)
{
    const struct knowledge *k = c->knowledge;
    struct str single = noun_singular(c->arena, &k->inflection, words);
    bool plural = !str_eq(single, words) && word_index_find(list, words) == NAME_NONE &&
                  word_index_find(&k->abbreviations, words) == NAME_NONE;
    collect_for_singular(c, list, plural ? single : words);
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
    return word_index_find(&k->wordings, words) != NAME_NONE ||
           word_index_find(&k->renamings, words) != NAME_NONE;
}

bool wordings_have(struct arena *a, const struct knowledge *k, struct str words)
{
    return is_listed(k, words) || is_listed(k, last_singular(a, k, words));
}

/* Does a line say that people do not say what a designer could write? */
static bool refuses_renamings(const struct knowledge *k, struct str words)
{
    for (uint32_t row = word_index_find(&k->wordings, words); row != NAME_NONE;
         row = k->wordings.next[row])
        if (str_eq(word_index_field(&k->wordings, row, 2), STR("-")))
            return true;
    return false;
}

/* What the lists of questions have for words in the singular. */
static void collect_from_question_lists(struct synonym_collector *c, struct str single)
{
    collect_from_list(c, &c->knowledge->wordings, single);
    if (!refuses_renamings(c->knowledge, single))
        collect_from_list(c, &c->knowledge->renamings, single);
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->count; i++)
        if (!memchr(c->items[i].words.ptr, '@', c->items[i].words.len)) /* the table's noun */
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
    collect_from_question_lists(c, single);
    if (!str_eq(single, words))
        make_phrases_plural(c);
}

/* Substitutes */

static bool is_substituted(const struct knowledge *k, struct str words)
{
    return word_index_find(&k->substitutes, words) != NAME_NONE ||
           name_map_get(&k->substituted.first, words) != NAME_NONE;
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

/* A line the other way round is loose: "number of seats" is a capacity, but a capacity need not be
 * one of seats. First the lines' first words, then the others of its lines. */
static void collect_backwards(struct synonym_collector *c, struct str word)
{
    const struct back_index *index = &c->knowledge->substituted;
    const struct word_index *list = &c->knowledge->substitutes;
    for (int beside = 0; beside < 2; beside++)
        for (uint32_t i = name_map_get(&index->first, word); i != NAME_NONE; i = index->next[i]) {
            uint32_t row = index->rows[i], n = beside ? list->table->rows[row].n_fields : 1;
            for (uint32_t j = beside ? 2 : 0; j < n; j++) {
                struct synonym s =
                    read_marks(word_index_field(list, row, j), word_index_field(list, row, 1));
                s.loose = true;
                synonym_collect(c, s);
            }
        }
}

/* What the word may mean need not be said in its place, so it is loose. */
static void collect_meant(struct synonym_collector *c, struct str word)
{
    uint32_t before = c->count;
    collect_from_list(c, &c->knowledge->synonyms, word);
    for (uint32_t i = before; i < c->count; i++)
        c->items[i].loose = true;
}

/* Does the list say that there is nothing for the word? */
static bool is_reserved(const struct knowledge *k, struct str word)
{
    uint32_t row = word_index_find(&k->substitutes, word);
    return row != NAME_NONE && str_eq(word_index_field(&k->substitutes, row, 2), STR("-"));
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

/* What other lists have for a phrase with a reserved word keeps that word: a "song name" is not a
 * "song title" here. Nor may a model bring one in: a "song" is not a "song name". */
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
    collect_from_list(c, &k->substitutes, single);
    collect_backwards(c, single);
    uint32_t own = c->count;
    collect_from_question_lists(c, single);
    synonyms_from_sense(c, single);
    collect_from_conceptnet(c, single);
    synonyms_from_vectors(c, single);
    collect_meant(c, single);
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
        collect_for_name(c, &c->knowledge->synonyms, words);
        return;
    case SYNONYMS_NAMED:
        collect_for_name(c, &c->knowledge->renamings, words);
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

struct synonym_list synonyms_of(struct arena *a, const struct knowledge *k, struct str words)
{
    uint32_t prepared = name_map_get(&k->prepared_words, words);
    return prepared != NAME_NONE ? k->word_answers[prepared]
                                 : synonyms_find(a, k, SYNONYMS_MEANT, NULL, words);
}

void synonyms_prepare(struct knowledge *k, struct str word)
{
    if (name_map_get(&k->prepared_words, word) != NAME_NONE)
        return;
    struct str own = arena_str(&k->arena, word);
    uint32_t n = k->prepared_words.count;
    ARENA_PUSH(&k->arena, k->word_answers, n);
    k->word_answers[n] = synonyms_find(&k->arena, k, SYNONYMS_MEANT, NULL, own);
    name_map_put(&k->prepared_words, &k->arena, own, n);
}

bool synonym_fits(const struct synonym *s, const struct noun_kinds *kinds)
{
    if (str_eq(s->owner, STR("any")))
        return true;
    if (str_starts(s->owner, STR("!")))
        return !kinds_have(kinds, str_slice(s->owner, 1, s->owner.len));
    return kinds_have(kinds, s->owner);
}
