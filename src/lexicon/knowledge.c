/* knowledge.c: opening the sources. */
#include "lexicon/knowledge.h"

#include "lexicon/answer_kind.h"
#include "lexicon/synonyms.h"

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
    index_list(k, &k->has_a, STR("has_a"), 0);
    index_list(k, &k->attributes, STR("attributes"), 0);
    answer_kinds_index(k);
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
    k->meant = synonym_answers_new();
    k->inflection = (struct inflection){l, &k->wordnet, &k->singulars};
    return OK;
}

void knowledge_release(struct knowledge *k)
{
    synonym_answers_free(k->meant);
    wordnet_close(&k->wordnet);
    conceptnet_release(&k->conceptnet);
    vectors_close(&k->vectors);
    arena_release(&k->arena);
    *k = (struct knowledge){0};
}
