/* shortening.c: asking the lists, and the rule. */
#include "lexicon/shortening.h"

enum { SHORTEST_WORD = 5, SHORTEST_RESULT = 3 }; /* letters, of what the rule shortens */

static void add_form(struct arena *a, struct short_form_list *l, struct short_form form)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (str_eq(l->items[i].text, form.text)) {
            l->items[i].alone |= form.alone;
            return;
        }
    ARENA_PUSH(a, l->items, l->count);
    l->items[l->count++] = form;
}

/* False where the list says nothing of the word. */
static bool add_listed(struct arena *a, const struct knowledge *k, struct str words,
                       struct short_form_list *l)
{
    const struct word_index *list = &k->shortenings;
    uint32_t row = word_index_find(list, words);
    bool found = row != NAME_NONE;
    for (; row != NAME_NONE; row = list->next[row])
        for (uint32_t i = 1; i < list->table->rows[row].n_fields; i++) {
            struct str text = word_index_field(list, row, i);
            if (!str_eq(text, STR("-")))
                add_form(a, l, (struct short_form){text, text.len >= SHORTEST_RESULT, true});
        }
    return found;
}

static bool is_read_back(const struct word_index *list, uint32_t row)
{
    return str_eq(word_index_field(list, row, 2), STR("yes"));
}

static bool add_abbreviations(struct arena *a, const struct knowledge *k, struct str words,
                              struct short_form_list *l)
{
    const struct word_index *list = &k->short_forms;
    bool found = false;
    for (uint32_t row = word_index_find(list, words); row != NAME_NONE; row = list->next[row])
        if (is_read_back(list, row)) {
            add_form(a, l, (struct short_form){word_index_field(list, row, 0), true, true});
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

/* What is short already stays so. */
static bool is_short(const struct knowledge *k, struct str words)
{
    return word_index_find(&k->abbreviations, words) != NAME_NONE;
}

bool is_shortened_as_one(const struct knowledge *k, struct str words)
{
    return is_short(k, words) || word_index_find(&k->shortenings, words) != NAME_NONE ||
           word_index_find(&k->short_forms, words) != NAME_NONE;
}

/* The forms of the singular, each with an "s" more. */
static bool add_plurals(struct arena *a, const struct knowledge *k, struct str words,
                        struct short_form_list *l)
{
    struct str one = noun_singular(a, &k->inflection, words);
    bool found = !str_eq(one, words) && add_from_lists(a, k, one, l);
    for (uint32_t i = 0; i < l->count; i++)
        if (!str_ends(l->items[i].text, STR("s")))
            l->items[i].text = arena_printf(a, "%.*ss", STR_ARG(l->items[i].text));
    return found;
}

static bool is_vowel(char c)
{
    return memchr("aeiou", c, 5) != NULL;
}

/* Without its vowels, but for a first one. They must be one group, and three of four letters must
 * stay: "brnch" can be read, but no "ernngs" for earnings. */
static void add_consonants(struct arena *a, struct str word, struct short_form_list *l)
{
    char *text = arena_alloc(a, word.len + 1);
    size_t len = 0, groups = 0;
    for (size_t i = 0; i < word.len; i++) {
        if (word.ptr[i] < 'a' || word.ptr[i] > 'z')
            return;
        if (i == 0 || !is_vowel(word.ptr[i]))
            text[len++] = word.ptr[i];
        else
            groups += i == 1 || !is_vowel(word.ptr[i - 1]);
    }
    if (word.len >= SHORTEST_WORD && len >= SHORTEST_RESULT && groups == 1 &&
        4 * len >= 3 * word.len)
        add_form(a, l, (struct short_form){{text, len}, true, false});
}

struct short_form_list short_forms_of(struct arena *a, const struct knowledge *k, struct str words)
{
    struct short_form_list l = {0};
    if (!is_short(k, words) && !add_from_lists(a, k, words, &l) && !add_plurals(a, k, words, &l))
        add_consonants(a, words, &l);
    return l;
}
