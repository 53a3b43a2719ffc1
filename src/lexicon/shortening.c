/* shortening.c: short forms among the pairs of words. */
#include "lexicon/shortening.h"

#include "lexicon/synonym_pair.h"

enum { SHORTEST_ALONE = 3 }; /* letters */

static void add_short_form(struct arena *a, struct short_form_list *l, struct short_form form)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (str_eq(l->items[i].text, form.text)) {
            l->items[i].alone |= form.alone;
            return;
        }
    ARENA_ADD(a, l->items, l->count, form);
}

/* Forms that designers write, then those that stand alone too. False if the list has neither. */
static bool add_from_list(struct arena *a, const struct knowledge *k, struct str words,
                          struct short_form_list *l)
{
    const struct synonym_pair *first = pairs_of(k->lexicon, words);
    for (const struct synonym_pair *p = first; p; p = p->next)
        if (p->grade == GRADE_SHORT)
            add_short_form(a, l, (struct short_form){p->other, p->other.len >= SHORTEST_ALONE});
    for (const struct synonym_pair *p = first; p; p = p->next)
        if (p->grade == GRADE_LONG && p->reversed)
            add_short_form(a, l, (struct short_form){p->other, true});
    return l->count > 0;
}

/* What is short already is not shortened. */
static bool is_short(const struct knowledge *k, struct str words)
{
    return long_forms_of(k->lexicon, words) != NULL;
}

bool is_shortened_as_one(const struct knowledge *k, struct str words)
{
    const struct synonym_pair *p = pairs_of(k->lexicon, words);
    while (p && p->grade != GRADE_LONG && p->grade != GRADE_SHORT)
        p = p->next;
    return p != NULL;
}

/* The short forms of the singular, with an "s" added. */
static void add_plurals(struct arena *a, const struct knowledge *k, struct str words,
                        struct short_form_list *l)
{
    struct str one = noun_singular(a, &k->inflection, words);
    if (str_eq(one, words) || !add_from_list(a, k, one, l))
        return;
    for (uint32_t i = 0; i < l->count; i++)
        if (!str_ends(l->items[i].text, STR("s")))
            l->items[i].text = ARENA_CONCAT(a, l->items[i].text, STR("s"));
}

struct short_form_list short_forms_of(struct arena *a, const struct knowledge *k, struct str words)
{
    struct short_form_list l = {0};
    if (!is_short(k, words) && !add_from_list(a, k, words, &l))
        add_plurals(a, k, words, &l);
    return l;
}
