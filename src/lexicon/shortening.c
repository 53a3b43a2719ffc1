/* shortening.c: looking words up in the lists. */
#include "lexicon/shortening.h"

enum { SHORTEST_ALONE = 3 }; /* letters */

static void add_short_form(struct arena *a, struct short_form_list *l, struct short_form form)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (str_eq(l->items[i].text, form.text)) {
            l->items[i].alone |= form.alone;
            return;
        }
    ARENA_PUSH(a, l->items, l->count);
    l->items[l->count++] = form;
}

/* False if the list says nothing of the word. */
static bool add_listed(struct arena *a, const struct knowledge *k, struct str words,
                       struct short_form_list *l)
{
    const struct word_index *list = &k->shortenings;
    uint32_t row = word_index_find(list, words);
    bool found = row != NAME_NONE;
    for (; row != NAME_NONE; row = list->next[row])
        for (uint32_t i = 1; i < list->table->rows[row].n_fields; i++) {
            struct str text = word_index_field(list, row, i);
            add_short_form(a, l, (struct short_form){text, text.len >= SHORTEST_ALONE});
        }
    return found;
}

static bool add_abbreviations(struct arena *a, const struct knowledge *k, struct str words,
                              struct short_form_list *l)
{
    const struct word_index *list = &k->short_forms;
    bool found = false;
    for (uint32_t row = word_index_find(list, words); row != NAME_NONE; row = list->next[row])
        if (str_eq(word_index_field(list, row, 2), STR("yes"))) {
            add_short_form(a, l, (struct short_form){word_index_field(list, row, 0), true});
            found = true;
        }
    return found;
}

static bool add_from_lists(struct arena *a, const struct knowledge *k, struct str words,
                           struct short_form_list *l)
{
    bool listed = add_listed(a, k, words, l);
    return add_abbreviations(a, k, words, l) || listed;
}

/* What is short already is not shortened. */
static bool is_short(const struct knowledge *k, struct str words)
{
    return word_index_find(&k->abbreviations, words) != NAME_NONE;
}

bool is_shortened_as_one(const struct knowledge *k, struct str words)
{
    return is_short(k, words) || word_index_find(&k->shortenings, words) != NAME_NONE ||
           word_index_find(&k->short_forms, words) != NAME_NONE;
}

/* The short forms of the singular, with an "s" added. */
static void add_plurals(struct arena *a, const struct knowledge *k, struct str words,
                        struct short_form_list *l)
{
    struct str one = noun_singular(a, &k->inflection, words);
    if (str_eq(one, words) || !add_from_lists(a, k, one, l))
        return;
    for (uint32_t i = 0; i < l->count; i++)
        if (!str_ends(l->items[i].text, STR("s")))
            l->items[i].text = ARENA_CONCAT(a, l->items[i].text, STR("s"));
}

struct short_form_list short_forms_of(struct arena *a, const struct knowledge *k, struct str words)
{
    struct short_form_list l = {0};
    if (!is_short(k, words) && !add_from_lists(a, k, words, &l))
        add_plurals(a, k, words, &l);
    return l;
}
