/* link_index.c: gathering all that a question can mention. */
#include "link/link_index.h"

#include "link/adjective.h"
#include "link/schema_phrases.h"

/* The weight of a column of dates for "date", if its name does not say so. */
static const double DATE_WEIGHT = 0.75;

/* A column whose rows hold dates is a date, whatever its name. */
static void date_phrases_add(struct link_index *link, struct arena *a, const struct schema *s)
{
    struct lemmas words = lemmas_of(a, &link->lemmatizer, STR("date"));
    for (uint32_t i = 1; i < s->n_columns; i++)
        if (link->values.facts[i].date)
            phrase_book_add(
                &link->phrases, a, words,
                (struct phrase){.kind = PHRASE_COLUMN, .target = i, .weight = DATE_WEIGHT});
}

void link_index_init(struct link_index *x, const struct lexicon *l)
{
    *x = (struct link_index){0};
    x->lemmatizer.lexicon = l;
}

enum status link_index_add(struct link_index *x, struct arena *a, const struct schema *s,
                           struct database *db, struct err *e)
{
    adjectives_add(&x->phrases, a, &x->lemmatizer);
    schema_phrases_add(&x->phrases, a, &x->lemmatizer, s);
    TRY(row_values_read(&x->values, a, x->lemmatizer.lexicon, s, db, e));
    date_phrases_add(x, a, s);
    return OK;
}

bool column_related(struct arena *a, const struct link_index *x, const struct schema *s,
                    uint32_t column, struct str word)
{
    if (!x->wordnet)
        return false;
    struct lemmas name = lemmas_of_name(a, &x->lemmatizer, s->columns[column].natural);
    for (uint32_t i = 0; i < name.count; i++)
        if (words_related(a, x->wordnet, name.items[i], word))
            return true;
    return false;
}
