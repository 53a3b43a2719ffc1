/* column_rival.c: comparing new words of a column with the names of the others, by the lists. */
#include "relation/schema/column_rival.h"

#include "lexicon/synonym_pair.h"

enum { LONGEST_PHRASE = 3 }; /* of a name, for the lists */

/* Do the lists have `y` for `x`? */
static bool may_replace(const struct lexicon *l, struct str x, struct str y)
{
    const struct synonym_pair *p = pairs_of(l, x);
    while (p && (p->grade == GRADE_NONE || !str_eq(p->other, y)))
        p = p->next;
    return p != NULL;
}

/* Can the two phrases mean the same? */
static bool are_alike(const struct lexicon *l, struct str x, struct str y)
{
    return str_eq(x, y) || may_replace(l, x, y) || may_replace(l, y, x);
}

/* How a phrase of a name is compared with other words. */
typedef bool phrase_test(const struct lexicon *l, struct str phrase, struct str words);

static bool are_equal(const struct lexicon *l, struct str phrase, struct str words)
{
    (void)l;
    return str_eq(phrase, words);
}

/* Does the test hold for some words of the name that end at word `end`? */
static bool phrase_holds(struct arena *a, const struct lexicon *l, const struct name_words *name,
                         uint32_t end, phrase_test *holds, struct str words)
{
    for (uint32_t start = end; start > 0 && start + LONGEST_PHRASE > end; start--)
        if (holds(l, name_phrase(a, name, start - 1, end), words))
            return true;
    return false;
}

static bool name_holds(struct arena *a, const struct lexicon *l, const struct name_words *name,
                       phrase_test *holds, struct str words)
{
    for (uint32_t end = 1; end <= name->count; end++)
        if (phrase_holds(a, l, name, end, holds, words))
            return true;
    return false;
}

/* Does a column of the table without the words of the part fit the new words, or the old ones? The
 * new ones need only be compared with the ends of names if they are a `noun` of the table. */
static bool has_rival(struct arena *a, const struct knowledge *k, const struct schema *s,
                      const struct column_part *part, struct str new_words, bool noun)
{
    const struct lexicon *l = k->lexicon;
    const struct schema_table *t = &s->tables[s->columns[part->column].table];
    struct str old_words = name_phrase(a, part->name, part->start, part->end);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        struct name_words other = name_split(a, s->columns[t->columns[i]].name);
        if (t->columns[i] == part->column || name_holds(a, l, &other, are_equal, old_words))
            continue;
        if (name_holds(a, l, &other, are_alike, old_words) ||
            (noun ? phrase_holds(a, l, &other, other.count, are_alike, new_words)
                  : name_holds(a, l, &other, are_alike, new_words)))
            return true;
    }
    return false;
}

bool column_has_rival(struct arena *a, const struct knowledge *k, const struct schema *s,
                      const struct column_part *part, struct str new_words)
{
    return has_rival(a, k, s, part, new_words, false);
}

bool owner_name_has_rival(struct arena *a, const struct knowledge *k, const struct schema *s,
                          const struct column_part *part, struct str noun)
{
    return has_rival(a, k, s, part, noun, true);
}
