/* has_a.c: gathering facts. */
#include "lexicon/has_a.h"

#include <stdlib.h>

enum {
    MAX_WORDS = 3,  /* of a column name that others would use too */
    MIN_SCHEMAS = 3 /* what fewer have may be an oddity of theirs, or two senses of the noun */
};

struct gathering {
    struct arena *a;
    const struct knowledge *k;
    struct noun_kinds kinds; /* of the noun that facts are gathered for */
    struct has_a_fact *items;
    uint32_t count;
};

static bool sensible(struct str attribute)
{
    uint32_t words = 1;
    for (size_t i = 0; i < attribute.len; i++) {
        char c = attribute.ptr[i];
        if (c == ' ')
            words++;
        else if (c < 'a' || c > 'z')
            return false;
    }
    return attribute.len > 2 && words <= MAX_WORDS;
}

/* A fact without values that fit it is of no use. */
static void gather(struct gathering *g, struct has_a_fact fact)
{
    if (!attribute_of(g->a, g->k, &g->kinds, fact.attribute, &fact.values))
        return;
    for (uint32_t i = 0; i < g->count; i++)
        if (str_eq(g->items[i].attribute, fact.attribute))
            return;
    ARENA_PUSH(g->a, g->items, g->count);
    g->items[g->count++] = fact;
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
    if (!sensible(words))
        return;
    ARENA_PUSH(&k->arena, k->observations, k->n_observations);
    k->observations[k->n_observations++] =
        (struct observation){arena_str(&k->arena, noun), words, type, schema, 0};
}

static bool same_column(const struct observation *x, const struct observation *y)
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
        for (i++; i < k->n_observations && same_column(first, &k->observations[i]); i++)
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

static void from_dataset(struct gathering *g, struct str noun)
{
    const struct knowledge *k = g->k;
    uint32_t start = g->count;
    for (uint32_t i = first_observation(k, noun);
         i < k->n_observations && str_eq(k->observations[i].noun, noun); i++) {
        const struct observation *o = &k->observations[i];
        if (o->count < MIN_SCHEMAS)
            continue;
        gather(g, (struct has_a_fact){o->attribute, noun, SOURCE_DATASET, o->count, 0, {0}});
    }
    if (g->count > start)
        sort_by_count(&g->items[start], g->count - start);
}

static void from_list(struct gathering *g, struct str owner)
{
    const struct word_index *list = &g->k->has_a;
    for (uint32_t row = word_index_find(list, owner); row != NAME_NONE; row = list->next[row])
        for (uint32_t i = 1; i < list->table->rows[row].n_fields; i++)
            gather(g, (struct has_a_fact){
                          word_index_field(list, row, i), owner, SOURCE_LIST, 0, 0, {0}});
}

static void from_conceptnet(struct gathering *g, struct str noun)
{
    struct conceptnet_edges found = conceptnet_from(&g->k->conceptnet, CONCEPTNET_HAS_A, noun);
    for (uint32_t i = 0; i < found.count; i++) {
        struct has_a_fact fact = {found.items[i].end,    noun, SOURCE_CONCEPTNET, 0,
                                  found.items[i].weight, {0}};
        if (sensible(fact.attribute))
            gather(g, fact);
    }
}

/* Is it listed as of another kind than its head, which then tells nothing of it: a video game is a
 * work, a game an event? */
static bool is_other_thing(const struct knowledge *k, struct str noun)
{
    struct str head = noun_head(noun);
    uint32_t own = word_index_find(&k->kinds, noun), general = word_index_find(&k->kinds, head);
    return own != NAME_NONE && general != NAME_NONE && own != general &&
           !str_eq(word_index_field(&k->kinds, own, 1), word_index_field(&k->kinds, general, 1)) &&
           !str_eq(word_index_field(&k->kinds, own, 1), head);
}

static struct has_a_list work_out(struct arena *a, const struct knowledge *k, struct str noun)
{
    struct gathering g = {.a = a, .k = k, .kinds = kinds_of(a, k, noun)};
    from_dataset(&g, noun);
    if (!is_other_thing(k, noun))
        from_dataset(&g, noun_head(noun)); /* not of kinds: what all persons have is curated */
    for (uint32_t i = 0; i < g.kinds.count; i++)
        from_list(&g, g.kinds.names[i]);
    from_conceptnet(&g, noun);
    return (struct has_a_list){g.items, g.count};
}

struct has_a_list has_a_facts(struct arena *a, const struct knowledge *k, struct str noun)
{
    uint32_t prepared = name_map_get(&k->prepared_nouns, noun);
    return prepared != NAME_NONE ? k->noun_answers[prepared] : work_out(a, k, noun);
}

void has_a_settle(struct knowledge *k)
{
    count_schemas(k);
    for (uint32_t i = 0; i < k->n_observations; i++) {
        struct str noun = k->observations[i].noun;
        if (name_map_get(&k->prepared_nouns, noun) != NAME_NONE)
            continue;
        struct has_a_list facts = work_out(&k->arena, k, noun);
        ARENA_PUSH(&k->arena, k->noun_answers, k->n_nouns);
        k->noun_answers[k->n_nouns] = facts;
        name_map_put(&k->prepared_nouns, &k->arena, noun, k->n_nouns++);
    }
}
