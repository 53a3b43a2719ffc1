/* annotation_index.c: all names of a schema, as phrases that a question may have. */
#include "defence/selection.h"

#include "lexicon/inflection.h"
#include "link/adjective.h"
#include "link/indicators.h"
#include "link/own_schema.h"
#include "link/schema_phrases.h"

/* The weight of each way of saying a name; the default in full has 1. */
static const double FULL = 0.95, TURNED = 0.9, WITHOUT_TABLE = 0.85;

struct indexing {
    struct annotation_index *index;
    struct arena *arena;
    struct name_use use; /* whose phrases are added */
};

static void add_phrase(struct indexing *n, struct lemmas words, double weight)
{
    phrase_book_add(
        &n->index->link.phrases, n->arena, words,
        (struct phrase){.kind = n->use.is_table ? PHRASE_TABLE : PHRASE_COLUMN,
                        .target = count_items(n->index->annotated->schema) + n->index->n_uses - 1,
                        .weight = weight});
}

/* "text file id" → "id of text file", "id of the text file". */
static void add_turned(struct indexing *n, struct lemmas w)
{
    static const struct str JOINTS[] = {STR_INIT("of"), STR_INIT("the")};
    for (uint32_t joints = 1; w.count > 1 && joints <= 2; joints++) {
        struct lemmas turned = {ARENA_ARRAY(n->arena, struct str, w.count + 2), 0};
        turned.items[turned.count++] = w.items[w.count - 1];
        for (uint32_t i = 0; i < joints; i++)
            turned.items[turned.count++] = JOINTS[i];
        for (uint32_t i = 0; i + 1 < w.count; i++)
            turned.items[turned.count++] = w.items[i];
        add_phrase(n, turned, TURNED);
    }
}

/* How many of the first words of a column's name are a name of its table. */
static uint32_t words_of_table(struct indexing *n, struct lemmas w)
{
    const struct annotated_schema *s = n->index->annotated;
    uint32_t table = s->schema->columns[n->use.item].table, most = 0;
    for (uint32_t i = 0; i < s->tables[table].count; i++) {
        struct lemmas t = n->index->names[table][i];
        if (t.count < w.count && t.count > most && lemmas_equal(lemmas_slice(w, 0, t.count), t))
            most = t.count;
    }
    return most;
}

static bool says_something(const struct lemmatizer *z, struct lemmas w)
{
    for (uint32_t i = 0; i < w.count; i++)
        if (!is_grammar_word(z->lexicon, w.items[i]))
            return true;
    return false;
}

static void add_other_name(struct indexing *n, struct lemmas w)
{
    struct annotation_index *x = n->index;
    const struct lemmatizer *z = &x->link.lemmatizer;
    if (!says_something(z, w))
        return;
    ARENA_ADD(n->arena, x->uses, x->n_uses, n->use);
    add_phrase(n, w, FULL);
    add_turned(n, w);
    uint32_t own = n->use.is_table ? 0 : words_of_table(n, w);
    if (own > 0 && says_something(z, lemmas_slice(w, own, w.count)))
        add_phrase(n, lemmas_slice(w, own, w.count), WITHOUT_TABLE);
}

static void add_other_names(struct indexing *n, const struct annotation *names,
                            const struct lemmas *words)
{
    for (uint32_t i = 1; i < names->count; i++) {
        n->use.name = names->names[i];
        add_other_name(n, words[i]);
    }
}

/* Words in other spellings */

static void index_word(struct indexing *n, struct str word, bool may_vary)
{
    struct annotation_index *x = n->index;
    if (name_map_get(&x->words, word) != NAME_NONE)
        return;
    struct str stem = word_stem(n->arena, x->wordnet, word);
    ARENA_PUSH(n->arena, x->texts, x->n_texts);
    x->texts[x->n_texts] = word;
    name_map_put(&x->words, n->arena, word, x->n_texts);
    if (may_vary)
        name_map_put(&x->by_stem, n->arena, stem, x->n_texts);
    x->n_texts++;
}

/* Words that are alone, and those of defaults, have no other spelling: "ordered by" says nothing
 * of a table "order". */
static void index_names(struct indexing *n, const struct lemmas *names, uint32_t count,
                        bool may_vary)
{
    for (uint32_t i = 0; i < count; i++) {
        struct lemmas w = names[i];
        bool fixed = i == 0 || w.count == 1;
        for (uint32_t k = 0; fixed != may_vary && k < w.count; k++)
            index_word(n, w.items[k], may_vary);
    }
}

static void index_spellings(struct annotation_index *x, struct arena *a)
{
    const struct annotated_schema *s = x->annotated;
    struct indexing n = {.index = x, .arena = a};
    name_map_init(&x->words, a, 0);
    name_map_init(&x->by_stem, a, 0);
    for (int may_vary = 0; may_vary < 2; may_vary++)
        for (uint32_t i = 0; i < count_items(s->schema); i++)
            if (i != s->schema->n_tables) /* the star */
                index_names(&n, x->names[i], s->items[i].count, may_vary);
}

/* The words of all names, by item. */
static struct lemmas **split_names(struct arena *a, const struct lemmatizer *z,
                                   const struct annotated_schema *s)
{
    uint32_t n = count_items(s->schema);
    struct lemmas **words = ARENA_ARRAY(a, struct lemmas *, n);
    for (uint32_t i = 0; i < n; i++) {
        words[i] = ARENA_ARRAY(a, struct lemmas, s->items[i].count);
        for (uint32_t k = 0; k < s->items[i].count; k++)
            words[i][k] = lemmas_of_name(a, z, s->items[i].names[k]);
    }
    return words;
}

void annotation_index_build(struct annotation_index *x, struct arena *a, const struct lexicon *l,
                            const struct wordnet *wordnet, const struct annotated_schema *s)
{
    uint32_t n_tables = s->schema->n_tables;
    *x = (struct annotation_index){.annotated = s, .wordnet = wordnet};
    x->link.lemmatizer.lexicon = l;
    name_map_init(&x->link.values.by_plain, a, 0);
    x->names = split_names(a, &x->link.lemmatizer, s);
    struct phrase_list phrases;
    struct err e;
    if (phrase_list_load(&phrases, a, l, &e) == OK) /* ours are always good */
        keyword_phrases_add(&x->key_phrases, a, &phrases);
    adjectives_add(&x->key_phrases, a, &x->link.lemmatizer);
    schema_phrases_add(&x->link.phrases, a, &x->link.lemmatizer, own_schema(a, s->schema));
    for (uint32_t i = 0; i < count_items(s->schema); i++) {
        bool is_table = i < n_tables;
        struct indexing n = {x, a, {.is_table = is_table, .item = is_table ? i : i - n_tables}};
        if (i != n_tables) /* the star */
            add_other_names(&n, &s->items[i], x->names[i]);
    }
    index_spellings(x, a);
}
