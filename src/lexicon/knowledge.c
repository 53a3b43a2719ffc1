/* knowledge.c: opening the sources. */
#include "lexicon/knowledge.h"

#include "lexicon/answer_kind.h"

static const struct str SOURCE_NAMES[] = {
    [SOURCE_DATASET] = STR_INIT("dataset"),
    [SOURCE_LIST] = STR_INIT("list"),
    [SOURCE_ABBREVIATION] = STR_INIT("abbreviation"),
    [SOURCE_CONCEPTNET] = STR_INIT("conceptnet"),
    [SOURCE_WORDNET] = STR_INIT("wordnet"),
    [SOURCE_VECTORS] = STR_INIT("vectors"),
    [SOURCE_MODEL] = STR_INIT("model"),
};

struct str word_source_name(enum word_source source)
{
    return SOURCE_NAMES[source];
}

static void index_list(struct knowledge *k, struct word_index *index, struct str name, uint32_t key)
{
    word_index_build(index, &k->arena, lexicon_table(k->lexicon, name), key);
}

/* A word of a list without the marks that say where it fits: "title$", "=nation", "~goods+". */
static struct str without_marks(struct str word)
{
    while (word.len > 0 && strchr("=~", word.ptr[0]))
        word = str_slice(word, 1, word.len);
    while (word.len > 0 && strchr("$+*", word.ptr[word.len - 1]))
        word.len--;
    return word;
}

/* Index the rows of a list by their fields from `from` on. Fields that go only one way are left
 * out: loose ones, and plurals, since callers look for the singular. */
static void index_back(struct knowledge *k, struct back_index *index, const struct lexicon_table *t,
                       uint32_t from)
{
    name_map_init(&index->first, &k->arena, t->n_rows);
    for (uint32_t i = t->n_rows; i-- > 0;)
        for (uint32_t j = t->rows[i].n_fields; j-- > from;) {
            struct str field = t->rows[i].fields[j], word = without_marks(field);
            if (str_starts(field, STR("~")) || str_ends(field, STR("+")) || word.len == 0)
                continue;
            uint32_t n = index->count;
            ARENA_PUSH(&k->arena, index->rows, n);
            ARENA_PUSH(&k->arena, index->next, n);
            index->rows[n] = i;
            index->next[n] = name_map_get(&index->first, word);
            name_map_put(&index->first, &k->arena, word, n);
            index->count = n + 1;
        }
}

static void index_mass_words(struct knowledge *k)
{
    const struct lexicon_table *t = k->substitutes.table;
    name_map_init(&k->mass_words, &k->arena, 64);
    for (uint32_t i = 0; i < t->n_rows; i++)
        for (uint32_t j = 2; j < t->rows[i].n_fields; j++)
            if (str_ends(t->rows[i].fields[j], STR("*")))
                name_map_put(&k->mass_words, &k->arena, without_marks(t->rows[i].fields[j]), i);
}

bool is_lower_phrase(struct str words)
{
    for (size_t i = 0; i < words.len; i++)
        if (words.ptr[i] != ' ' && !ascii_small(words.ptr[i]))
            return false;
    return words.len > 2;
}

bool is_lower_word(struct str word)
{
    return is_lower_phrase(word) && !memchr(word.ptr, ' ', word.len);
}

static enum status open_sources(struct knowledge *k, const struct knowledge_sources *s,
                                struct err *e)
{
    const struct vectors_options options = {.watch = s->watch};
    TRY(wordnet_open(&k->wordnet, s->wordnet, e));
    TRY(wordnet_check(&k->wordnet, s->wordnet, e));
    if (s->conceptnet)
        TRY(conceptnet_load(&k->conceptnet, s->conceptnet, s->min_weight, s->watch, e));
    return s->vectors ? vectors_open(&k->vectors, s->vectors, &options, e) : OK;
}

static void index_lists(struct knowledge *k)
{
    index_list(k, &k->synonyms, STR("synonyms"), 0);
    index_list(k, &k->renamings, STR("renamings"), 0);
    index_list(k, &k->wordings, STR("wordings"), 0);
    index_list(k, &k->substitutes, STR("substitutes"), 0);
    index_back(k, &k->substituted, k->substitutes.table, 2);
    index_mass_words(k);
    index_list(k, &k->abbreviations, STR("abbreviations"), 0);
    index_list(k, &k->short_forms, STR("abbreviations"), 1);
    index_list(k, &k->shortenings, STR("shortenings"), 0);
    index_list(k, &k->has_a, STR("has_a"), 0);
    index_list(k, &k->attributes, STR("attributes"), 0);
    answer_kinds_index(k);
    name_map_init(&k->prepared_words, &k->arena, 1024);
    name_map_init(&k->prepared_nouns, &k->arena, 256);
}

enum status knowledge_load(struct knowledge *k, const struct lexicon *l,
                           const struct knowledge_sources *sources, struct err *e)
{
    *k = (struct knowledge){.lexicon = l};
    enum status status = open_sources(k, sources, e);
    if (status) {
        knowledge_release(k);
        return status;
    }
    index_lists(k);
    k->inflection = (struct inflection){l, &k->wordnet, &k->singulars};
    return OK;
}

void knowledge_release(struct knowledge *k)
{
    wordnet_close(&k->wordnet);
    conceptnet_release(&k->conceptnet);
    vectors_close(&k->vectors);
    arena_release(&k->arena);
    *k = (struct knowledge){0};
}
