/* synonyms.c: asking the sources for words. */
#include "lexicon/synonyms.h"

enum {
    MAX_SYNONYMS = 24,
    SAFE_SENSES = 1,    /* of the word: only its first */
    SAFE_FREQUENCY = 2, /* of the synonym in this sense: rare words are no column names */
    DOMINANCE = 3,      /* how many times more usual the first sense must be than the second */
    MAX_FROM_SOURCE = 1 /* the best word of WordNet or ConceptNet */
};

struct collector {
    struct arena *a;
    const struct knowledge *k;
    const struct word_index *list;
    struct str asked;
    struct synonym items[MAX_SYNONYMS];
    uint32_t count;
};

static void collect(struct collector *c, struct str words, struct str owner,
                    enum word_source source)
{
    bool whole = str_starts(words, STR("=")), last = str_ends(words, STR("$"));
    if (whole)
        words = str_slice(words, 1, words.len);
    if (last)
        words = str_slice(words, 0, words.len - 1);
    if (c->count == MAX_SYNONYMS || words.len == 0 || str_eq(words, STR("-")) ||
        str_eq_nocase(words, c->asked))
        return;
    for (uint32_t i = 0; i < c->count; i++)
        if (str_eq(c->items[i].words, words) && str_eq(c->items[i].owner, owner))
            return;
    c->items[c->count++] = (struct synonym){words, owner, source, whole, last};
}

/* The curated synonyms of `word`, from the third field on. False where the list is silent. */
static bool from_list(struct collector *c, struct str word)
{
    const struct word_index *list = c->list;
    uint32_t row = word_index_find(list, word);
    bool found = row != NAME_NONE;
    for (; row != NAME_NONE; row = list->next[row])
        for (uint32_t i = 2; i < list->table->rows[row].n_fields; i++)
            collect(c, word_index_field(list, row, i), word_index_field(list, row, 1), SOURCE_LIST);
    return found;
}

/* What `word` abbreviates, with its synonyms. False where it is no abbreviation. */
static bool from_abbreviation(struct collector *c, struct str word)
{
    const struct word_index *list = &c->k->abbreviations;
    uint32_t row = word_index_find(list, word);
    bool found = row != NAME_NONE;
    for (; row != NAME_NONE; row = list->next[row]) {
        struct str words = word_index_field(list, row, 1);
        collect(c, words, STR("any"), SOURCE_ABBREVIATION);
        from_list(c, words);
    }
    return found;
}

/* Short forms of `word` that everybody understands. */
static void from_short_forms(struct collector *c, struct str word)
{
    const struct word_index *list = &c->k->short_forms;
    for (uint32_t row = word_index_find(list, word); row != NAME_NONE; row = list->next[row])
        if (str_eq(word_index_field(list, row, 2), STR("yes")))
            collect(c, word_index_field(list, row, 0), STR("any"), SOURCE_ABBREVIATION);
}

static bool plain_word(struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (word.ptr[i] < 'a' || word.ptr[i] > 'z')
            return false;
    return word.len > 2;
}

/* How often `word` was tagged with its sense number `sense` as this part of speech. */
static uint32_t sense_frequency(const struct collector *c, enum wordnet_pos pos, struct str word,
                                uint32_t sense)
{
    uint32_t places[WORDNET_MAX_SENSES];
    struct wordnet_synset s;
    if (sense >= wordnet_senses(&c->k->wordnet, pos, word, places) ||
        !wordnet_synset(c->a, &c->k->wordnet, pos, places[sense], &s))
        return 0;
    for (uint32_t i = 0; i < s.n_words; i++)
        if (str_eq_nocase(s.words[i], word))
            return wordnet_frequency(&c->k->wordnet, &s, i);
    return 0;
}

/* Does `word` mean nearly always the first of its senses as a noun? Forms of verbs do not: what is
 * "departed" on a given date is no dead person. */
static bool one_sense(const struct collector *c, struct str word)
{
    if (str_ends(word, STR("ed")) || str_ends(word, STR("ing")))
        return false;
    uint32_t first = sense_frequency(c, WORDNET_NOUN, word, 0);
    uint32_t others[] = {sense_frequency(c, WORDNET_NOUN, word, 1),
                         sense_frequency(c, WORDNET_VERB, word, 0),
                         sense_frequency(c, WORDNET_ADJECTIVE, word, 0)};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i] && first < DOMINANCE * others[i])
            return false;
    uint32_t places[WORDNET_MAX_SENSES];
    return first > 0 || wordnet_senses(&c->k->wordnet, WORDNET_NOUN, word, places) == 1;
}

static void from_wordnet(struct collector *c, struct str noun)
{
    if (!plain_word(noun) || !one_sense(c, noun))
        return;
    struct wordnet_words found =
        wordnet_synonyms(c->a, &c->k->wordnet, WORDNET_NOUN, noun, SAFE_SENSES);
    uint32_t taken = 0;
    for (uint32_t i = 0; i < found.count && taken < MAX_FROM_SOURCE; i++)
        if (found.items[i].rank == 0 && found.items[i].frequency >= SAFE_FREQUENCY &&
            plain_word(found.items[i].word)) {
            collect(c, found.items[i].word, STR("any"), SOURCE_WORDNET);
            taken++;
        }
}

static void from_conceptnet(struct collector *c, struct str noun)
{
    struct conceptnet_edges found = conceptnet_from(&c->k->conceptnet, CONCEPTNET_SYNONYM, noun);
    for (uint32_t i = 0; i < found.count && i < MAX_FROM_SOURCE; i++)
        if (plain_word(found.items[i].end))
            collect(c, found.items[i].end, STR("any"), SOURCE_CONCEPTNET);
}

static void from_all(struct collector *c, struct str word)
{
    bool listed = from_list(c, word);
    bool short_form = from_abbreviation(c, word);
    from_short_forms(c, word);
    if (listed || short_form)
        return;
    from_conceptnet(c, word);
    if (c->list == &c->k->synonyms)
        from_wordnet(c, word);
}

/* The synonyms of a plural are those of the singular, in the plural. Short forms have none, nor
 * have words with "of", whose plural is not at their end. */
static void make_plural(struct collector *c)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        struct synonym s = c->items[i];
        if (s.source == SOURCE_ABBREVIATION || str_find(s.words, STR(" of "), 0) < s.words.len)
            continue;
        s.words = noun_plural(c->a, &c->k->inflection, s.words);
        c->items[kept++] = s;
    }
    c->count = kept;
}

static struct synonym_list work_out(struct arena *a, const struct knowledge *k,
                                    const struct word_index *list, struct str words)
{
    struct collector c = {.a = a, .k = k, .list = list, .asked = words};
    struct str single = noun_singular(a, &k->inflection, words);
    bool plural = !str_eq(single, words) && word_index_find(list, words) == NAME_NONE &&
                  word_index_find(&k->abbreviations, words) == NAME_NONE;
    from_all(&c, plural ? single : words);
    if (plural)
        make_plural(&c);
    struct synonym *items = ARENA_ARRAY(a, struct synonym, c.count ? c.count : 1);
    memcpy(items, c.items, c.count * sizeof *items);
    return (struct synonym_list){items, c.count};
}

struct synonym_list synonyms_of(struct arena *a, const struct knowledge *k, struct str words)
{
    uint32_t prepared = name_map_get(&k->prepared_words, words);
    return prepared != NAME_NONE ? k->word_answers[prepared] : work_out(a, k, &k->synonyms, words);
}

struct synonym_list renamings_of(struct arena *a, const struct knowledge *k, struct str words)
{
    return work_out(a, k, &k->renamings, words);
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

/* Does a line say that what a designer could write is nothing that people say? */
static bool refuses_renamings(const struct knowledge *k, struct str words)
{
    for (uint32_t row = word_index_find(&k->wordings, words); row != NAME_NONE;
         row = k->wordings.next[row])
        if (str_eq(word_index_field(&k->wordings, row, 2), STR("-")))
            return true;
    return false;
}

struct synonym_list wordings_of(struct arena *a, const struct knowledge *k, struct str words)
{
    struct collector c = {.a = a, .k = k, .list = &k->wordings, .asked = words};
    struct str single = is_listed(k, words) ? words : last_singular(a, k, words);
    from_list(&c, single);
    c.list = &k->renamings;
    if (!refuses_renamings(k, single))
        from_list(&c, single);
    struct synonym *items = ARENA_ARRAY(a, struct synonym, c.count ? c.count : 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < c.count; i++) {
        items[n] = c.items[i];
        if (!str_eq(single, words))
            items[n].words = noun_phrase_plural(a, &k->inflection, c.items[i].words);
        n += memchr(c.items[i].words.ptr, '@', c.items[i].words.len) == NULL;
    }
    return (struct synonym_list){items, n};
}

void synonyms_prepare(struct knowledge *k, struct str word)
{
    if (name_map_get(&k->prepared_words, word) != NAME_NONE)
        return;
    struct str own = arena_str(&k->arena, word);
    ARENA_PUSH(&k->arena, k->word_answers, k->n_words);
    k->word_answers[k->n_words] = work_out(&k->arena, k, &k->synonyms, own);
    name_map_put(&k->prepared_words, &k->arena, own, k->n_words++);
}

bool synonym_fits(const struct synonym *s, const struct noun_kinds *kinds)
{
    if (str_eq(s->owner, STR("any")))
        return true;
    if (str_starts(s->owner, STR("!")))
        return !kinds_have(kinds, str_slice(s->owner, 1, s->owner.len));
    return kinds_have(kinds, s->owner);
}
