/* link_index.c: gathering all that a question can mention. */
#include "link/link_index.h"

#include "link/adjective.h"
#include "link/schema_phrases.h"
#include "link/trigger.h"

/* What a column of dates weighs for "date" where its name does not say so. */
static const double DATE_WEIGHT = 0.75;

/* A column whose rows hold dates is a date, whatever its name. */
static void date_phrases_add(struct link_index *link, struct arena *a, const struct schema *s)
{
    struct str *words = ARENA_ARRAY(a, struct str, 1);
    words[0] = STR("date");
    for (uint32_t i = 1; i < s->n_columns; i++)
        if (link->values.facts[i].date)
            phrase_book_add(&link->phrases, a,
                            (struct phrase){.words = words,
                                            .n_words = 1,
                                            .kind = PHRASE_COLUMN,
                                            .target = i,
                                            .weight = DATE_WEIGHT});
}

enum status link_index_build(struct link_index *x, struct arena *a, const struct lexicon *l,
                             const struct schema *s, struct database *db, struct err *e)
{
    *x = (struct link_index){0};
    lemmatizer_init(&x->lemmatizer, a, l);
    triggers_add(&x->phrases, a, &x->lemmatizer);
    adjectives_add(&x->phrases, a, &x->lemmatizer);
    schema_phrases_add(&x->phrases, a, &x->lemmatizer, s);
    enum status status = row_values_read(&x->values, a, l, s, db, e);
    if (!status)
        date_phrases_add(x, a, s);
    return status;
}
