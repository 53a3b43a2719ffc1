/* column_series.c: comparing the names of a table's columns, word by word. */
#include "relation/schema/column_series.h"

#include "lexicon/synonym_pair.h"
#include "lexicon/word_fact.h"

/* The names of the other columns of a column's table, split. */
struct siblings {
    struct name_words *names;
    uint32_t count;
};

static struct siblings siblings_of(struct arena *a, const struct schema *s, uint32_t column)
{
    const struct schema_table *t = &s->tables[s->columns[column].table];
    struct siblings all = {.names = ARENA_ARRAY(a, struct name_words, t->n_columns)};
    for (uint32_t i = 0; i < t->n_columns; i++)
        if (t->columns[i] != column)
            all.names[all.count++] = name_split(a, s->columns[t->columns[i]].name);
    return all;
}

/* Is `about` true of the name of another column? */
typedef bool sibling_test(struct arena *a, const void *about, const struct name_words *sibling);

static bool any_sibling(struct arena *a, const struct siblings *all, sibling_test *holds,
                        const void *about)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (holds(a, about, &all->names[i]))
            return true;
    return false;
}

static bool same_words(const struct name_words *x, uint32_t at, const struct column_part *part)
{
    for (uint32_t i = part->start; i < part->end; i++, at++)
        if (at >= x->count || !str_eq(x->items[at].text, part->name->items[i].text))
            return false;
    return true;
}

static bool has_part(struct arena *a, const void *about, const struct name_words *sibling)
{
    (void)a;
    for (uint32_t i = 0; i < sibling->count; i++)
        if (same_words(sibling, i, about))
            return true;
    return false;
}

/* A word of a column, and a series of words that it is in: a word and its partners. */
struct series_word {
    const struct word_fact *series;
    struct str word;
};

static bool is_other_word(const struct series_word *of, struct str other,
                          const struct name_words *sibling)
{
    return !str_eq(other, of->word) && name_words_have(sibling, other);
}

static bool has_partner(struct arena *a, const void *about, const struct name_words *sibling)
{
    const struct series_word *of = about;
    (void)a;
    bool found = is_other_word(of, of->series->line->word, sibling);
    for (uint32_t i = 0; i < of->series->n_values && !found; i++)
        found = is_other_word(of, of->series->values[i], sibling);
    return found;
}

static bool word_has_partner(struct arena *a, const struct knowledge *k,
                             const struct siblings *siblings, struct str word)
{
    const struct fact_list all = facts_all(k->lexicon, FACT_PARTNERS);
    for (uint32_t i = 0; i < all.count; i++) {
        const struct word_fact *series = all.items[i];
        if ((str_eq(series->line->word, word) || fact_says(series, word)) &&
            any_sibling(a, siblings, has_partner, &(struct series_word){series, word}))
            return true;
    }
    return false;
}

static bool part_has_partner(struct arena *a, const struct knowledge *k,
                             const struct siblings *siblings, const struct column_part *part)
{
    for (uint32_t i = part->start; i < part->end; i++)
        if (word_has_partner(a, k, siblings, part->name->items[i].text))
            return true;
    return false;
}

bool column_part_has_partner(struct arena *a, const struct knowledge *k, const struct schema *s,
                             const struct column_part *part)
{
    struct siblings siblings = siblings_of(a, s, part->column);
    return part_has_partner(a, k, &siblings, part);
}

/* Are the words in the same places equal, except one? */
static bool same_but_one(const struct name_words *x, const struct name_words *y)
{
    uint32_t differ = 0;
    for (uint32_t i = 0; x->count == y->count && i < x->count; i++)
        differ += !str_eq(x->items[i].text, y->items[i].text);
    return x->count > 1 && differ == 1;
}

/* A new name beside the old one. */
struct new_name {
    const struct column_part *part;
    struct name_words name;
};

/* Is the sibling named like the column, in words of the part, and unlike the new name? */
static bool loses_column(struct arena *a, const void *about, const struct name_words *sibling)
{
    const struct new_name *new_name = about;
    const struct column_part *part = new_name->part;
    (void)a;
    if (!same_but_one(part->name, sibling) || same_but_one(&new_name->name, sibling))
        return false;
    for (uint32_t i = part->start; i < part->end; i++)
        if (str_eq(part->name->items[i].text, sibling->items[i].text))
            return true;
    return false;
}

bool column_leaves_series(struct arena *a, const struct knowledge *k, const struct schema *s,
                          const struct column_part *part, struct str new_name)
{
    const struct new_name about = {part, name_split(a, new_name)};
    struct siblings siblings = siblings_of(a, s, part->column);
    return any_sibling(a, &siblings, has_part, part) || part_has_partner(a, k, &siblings, part) ||
           any_sibling(a, &siblings, loses_column, &about);
}

/* Is the name one word that the list could turn into "… name": city into city name? */
static bool is_bare_name(struct arena *a, const void *about, const struct name_words *w)
{
    const struct lexicon *l = about;
    if (w->count != 1)
        return false;
    struct str word = w->items[0].text, added = ARENA_CONCAT(a, word, STR(" name"));
    const struct synonym_pair *p = pair_graded(l, word, GRADES_NAMED);
    while (p && !(pair_is(p, GRADES_NAMED) && p->alone && str_eq(p->other, added)))
        p = p->next;
    return p != NULL;
}

bool column_has_bare_sibling(struct arena *a, const struct knowledge *k, const struct schema *s,
                             uint32_t column)
{
    struct siblings siblings = siblings_of(a, s, column);
    return any_sibling(a, &siblings, is_bare_name, k->lexicon);
}

static bool has_short_form(struct arena *a, const void *about, const struct name_words *w)
{
    (void)a;
    for (uint32_t i = 0; i < w->count; i++) {
        const struct synonym_pair *form = long_forms_of(about, w->items[i].text);
        if (form && form->both)
            return true;
    }
    return false;
}

bool column_has_short_sibling(struct arena *a, const struct knowledge *k, const struct schema *s,
                              uint32_t column)
{
    struct siblings siblings = siblings_of(a, s, column);
    return any_sibling(a, &siblings, has_short_form, k->lexicon);
}
