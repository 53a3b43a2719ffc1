/* trigger.c: reading the list of triggers. */
#include "nlidb/trigger.h"

static const struct str names[N_TRIGGERS] = {
#define TRIGGER(id, name) STR_INIT(name),
#include "nlidb/trigger.def"
#undef TRIGGER
};

/* Names win over triggers of the same length: a column "total" is a column. */
static const double TRIGGER_WEIGHT = 0.9;

static enum trigger find_trigger(struct str name)
{
    uint32_t i = 0;
    while (i < N_TRIGGERS && !str_eq(names[i], name))
        i++;
    return (enum trigger)i;
}

void triggers_add(struct phrase_book *b, struct arena *a, const struct lemmatizer *z)
{
    const struct lexicon_table *table = lexicon_table(z->lexicon, STR("question_triggers"));
    for (uint32_t i = 0; i < table->n_rows; i++) {
        enum trigger t = find_trigger(table->rows[i].fields[0]);
        for (uint32_t k = 1; t < N_TRIGGERS && k < table->rows[i].n_fields; k++)
            phrase_book_add_key(b, a, lemmas_of(a, z, table->rows[i].fields[k]), t, TRIGGER_WEIGHT);
    }
}
