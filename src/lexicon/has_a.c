/* has_a.c: gathering facts, and the values of attributes.
 *
 * Rows of attributes.tsv have words, a type, and values: "low..high", "one|two|three", "@words" for
 * those of another row, or "-" for none. */
#include "lexicon/has_a.h"

#include "lexicon/word_fact.h"

#include <stdlib.h>

enum {
    MAX_WORDS = 3,  /* of a column name that others would use too */
    MIN_SCHEMAS = 3 /* with fewer it may be an oddity of theirs, or another sense of the noun */
};

/* Attributes */

static const struct str TYPE_NAMES[] = {
    [ATTRIBUTE_TEXT] = STR_INIT("text"),
    [ATTRIBUTE_NUMBER] = STR_INIT("number"),
    [ATTRIBUTE_TIME] = STR_INIT("time"),
    [ATTRIBUTE_BOOLEAN] = STR_INIT("boolean"),
};

static int64_t integer_of(struct str digits)
{
    char copy[24] = {0};
    memcpy(copy, digits.ptr, digits.len < sizeof copy - 1 ? digits.len : sizeof copy - 1);
    return strtoll(copy, NULL, 10);
}

static struct attribute_values split_texts(struct arena *a, struct str text)
{
    struct str *texts = NULL;
    uint32_t n = 0;
    while (text.ptr)
        ARENA_ADD(a, texts, n, str_trim(str_split(&text, '|')));
    return (struct attribute_values){.texts = texts, .n_texts = n};
}

static struct attribute_values read_values(struct arena *a, const struct knowledge *k,
                                           struct str text)
{
    if (str_starts(text, STR("@"))) {
        uint32_t row = word_index_find(&k->attributes, str_slice(text, 1, text.len));
        if (row != NAME_NONE) /* one step only: a row referred to holds values */
            text = word_index_field(&k->attributes, row, 2);
    }
    size_t dots = str_find(text, STR(".."), 0);
    if (dots == text.len)
        return split_texts(a, text);
    return (struct attribute_values){.low = integer_of(str_slice(text, 0, dots)),
                                     .high = integer_of(str_slice(text, dots + 2, text.len))};
}

static struct attribute read_attribute(struct arena *a, const struct knowledge *k, uint32_t row)
{
    struct str type = word_index_field(&k->attributes, row, 1);
    struct attribute out = {.type = ATTRIBUTE_TEXT};
    for (int i = 0; i <= ATTRIBUTE_BOOLEAN; i++)
        if (str_eq(TYPE_NAMES[i], type))
            out.type = (enum attribute_type)i;
    out.values = read_values(a, k, word_index_field(&k->attributes, row, 2));
    return out;
}

/* The row for the longest end of `words`. */
static uint32_t find_longest_end(const struct knowledge *k, struct str words)
{
    uint32_t row = NAME_NONE;
    for (; row == NAME_NONE && words.len > 0; str_split(&words, ' '))
        row = word_index_find(&k->attributes, words);
    return row;
}

/* The row for a kind and the words. */
static uint32_t find_of_kind(struct arena *a, const struct knowledge *k,
                             const struct noun_kinds *kinds, struct str words)
{
    uint32_t row = NAME_NONE;
    for (uint32_t i = 0; row == NAME_NONE && i < kinds->count; i++)
        row = word_index_find(
            &k->attributes, arena_printf(a, "%.*s %.*s", STR_ARG(kinds->names[i]), STR_ARG(words)));
    return row;
}

bool attribute_of(struct arena *a, const struct knowledge *k, const struct noun_kinds *kinds,
                  struct str words, struct attribute *out)
{
    uint32_t row = find_of_kind(a, k, kinds, words);
    if (row == NAME_NONE)
        row = word_index_find(&k->attributes, words);
    if (row == NAME_NONE && str_starts(words, STR("number of ")))
        row = word_index_find(&k->attributes, STR("number of"));
    if (row == NAME_NONE)
        row = find_longest_end(k, words);
    if (row == NAME_NONE || str_eq(word_index_field(&k->attributes, row, 2), STR("-")))
        return false;
    *out = read_attribute(a, k, row);
    return true;
}

/* Facts */

struct gathering {
    struct arena *a;
    const struct knowledge *k;
    struct noun_kinds kinds; /* of the noun that facts are gathered for */
    struct has_a_fact *items;
    uint32_t count;
};

static bool may_be_column(struct str attribute)
{
    uint32_t words = 0;
    for (struct str rest = attribute; rest.ptr; words++)
        str_split(&rest, ' ');
    return words <= MAX_WORDS && is_lower_phrase(attribute);
}

/* Add a fact, if there are values for it. */
static void add_fact(struct gathering *g, struct has_a_fact fact)
{
    if (!attribute_of(g->a, g->k, &g->kinds, fact.attribute, &fact.values))
        return;
    for (uint32_t i = 0; i < g->count; i++)
        if (str_eq(g->items[i].attribute, fact.attribute))
            return;
    ARENA_ADD(g->a, g->items, g->count, fact);
}

static int compare_observations(const void *p, const void *q)
{
    const struct observation *x = p, *y = q;
    int order = str_cmp(x->noun, y->noun);
    if (order == 0)
        order = str_cmp(x->attribute, y->attribute);
    if (order == 0)
        order = (x->schema > y->schema) - (x->schema < y->schema);
    return order ? order : (x->type > y->type) - (x->type < y->type);
}

void has_a_observe(struct knowledge *k, struct str noun, struct str attribute,
                   enum attribute_type type, uint32_t schema)
{
    struct str words = arena_str_lower(&k->arena, attribute);
    if (!may_be_column(words))
        return;
    ARENA_ADD(&k->arena, k->observations, k->n_observations,
              (struct observation){arena_str(&k->arena, noun), words, type, schema, 0});
}

static bool is_same_column(const struct observation *x, const struct observation *y)
{
    return str_eq(x->noun, y->noun) && str_eq(x->attribute, y->attribute);
}

static void count_schemas(struct knowledge *k)
{
    if (k->n_observations)
        qsort(k->observations, k->n_observations, sizeof *k->observations, compare_observations);
    for (uint32_t i = 0; i < k->n_observations;) {
        struct observation *first = &k->observations[i];
        first->count = 1;
        for (i++; i < k->n_observations && is_same_column(first, &k->observations[i]); i++)
            if (k->observations[i].schema != k->observations[i - 1].schema)
                first->count++;
    }
}

static uint32_t first_observation(const struct knowledge *k, struct str noun)
{
    uint32_t low = 0, high = k->n_observations;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (str_cmp(k->observations[middle].noun, noun) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The most frequent first; insertion keeps the order of words among equals. */
static void sort_by_count(struct has_a_fact *items, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        struct has_a_fact x = items[i];
        uint32_t at = i;
        for (; at > 0 && items[at - 1].count < x.count; at--)
            items[at] = items[at - 1];
        items[at] = x;
    }
}

static void add_from_dataset(struct gathering *g, struct str noun)
{
    const struct knowledge *k = g->k;
    uint32_t start = g->count;
    for (uint32_t i = first_observation(k, noun);
         i < k->n_observations && str_eq(k->observations[i].noun, noun); i++) {
        const struct observation *o = &k->observations[i];
        if (o->count < MIN_SCHEMAS)
            continue;
        add_fact(g, (struct has_a_fact){o->attribute, noun, SOURCE_DATASET, o->count, 0, {0}});
    }
    if (g->count > start)
        sort_by_count(&g->items[start], g->count - start);
}

static void add_from_list(struct gathering *g, struct str owner)
{
    const struct word_index *list = &g->k->has_a;
    for (uint32_t row = word_index_find(list, owner); row != NAME_NONE; row = list->next[row])
        for (uint32_t i = 1; i < list->table->rows[row].n_fields; i++)
            add_fact(g, (struct has_a_fact){
                            word_index_field(list, row, i), owner, SOURCE_LIST, 0, 0, {0}});
}

static void add_from_conceptnet(struct gathering *g, struct str noun)
{
    struct conceptnet_edges found = conceptnet_from(&g->k->conceptnet, CONCEPTNET_HAS_A, noun);
    for (uint32_t i = 0; i < found.count; i++) {
        struct has_a_fact fact = {found.items[i].end,    noun, SOURCE_CONCEPTNET, 0,
                                  found.items[i].weight, {0}};
        if (may_be_column(fact.attribute))
            add_fact(g, fact);
    }
}

/* Is it listed as another kind of thing than its head, which then says nothing of it: a video game
 * is a work, a game an event? */
static bool is_other_thing(const struct knowledge *k, struct str noun)
{
    struct str head = noun_head(noun);
    struct str own = fact_value(k->lexicon, FACT_KIND, noun);
    struct str general = fact_value(k->lexicon, FACT_KIND, head);
    return own.ptr && general.ptr && !str_eq(own, general) && !str_eq(own, head);
}

static struct has_a_list find_facts(struct arena *a, const struct knowledge *k, struct str noun)
{
    struct gathering g = {.a = a, .k = k, .kinds = kinds_of(a, k, noun)};
    add_from_dataset(&g, noun);
    if (!is_other_thing(k, noun))
        add_from_dataset(&g, noun_head(noun)); /* not its kinds: what all persons have is curated */
    for (uint32_t i = 0; i < g.kinds.count; i++)
        add_from_list(&g, g.kinds.names[i]);
    add_from_conceptnet(&g, noun);
    return (struct has_a_list){g.items, g.count};
}

struct has_a_list has_a_facts(struct arena *a, const struct knowledge *k, struct str noun)
{
    uint32_t prepared = name_map_get(&k->prepared_nouns, noun);
    return prepared != NAME_NONE ? k->noun_answers[prepared] : find_facts(a, k, noun);
}

void has_a_settle(struct knowledge *k)
{
    count_schemas(k);
    for (uint32_t i = 0; i < k->n_observations; i++) {
        struct str noun = k->observations[i].noun;
        if (name_map_get(&k->prepared_nouns, noun) != NAME_NONE)
            continue;
        uint32_t n = k->prepared_nouns.count;
        ARENA_PUSH(&k->arena, k->noun_answers, n);
        k->noun_answers[n] = find_facts(&k->arena, k, noun);
        name_map_put(&k->prepared_nouns, &k->arena, noun, n);
    }
}
