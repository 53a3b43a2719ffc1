/* equivalent_texts.c: a flag into a text, by data/equivalent_texts.tsv. */
#include "lexicon/word_fact.h"
#include "relation/schema/equivalent_search.h"

uint32_t true_value(const struct equivalent_search *s, bool word)
{
    const struct lexicon *l = s->scope->seed->lexicon;
    const struct content_value *v = s->content->values;
    for (uint32_t yes = 0; s->content->n_values == 2 && yes < 2; yes++)
        if (fact_is(l, FACT_YES_WORD, v[yes].text, v[!yes].text) ||
            (!word && fact_is(l, FACT_YES_CODE, v[yes].text, v[!yes].text)))
            return yes;
    return NAME_NONE;
}

/* Fields of a rule. */
enum { TEXTS_NEW = 2, TEXTS_YES = 3, TEXTS_NO = 4 };

static void write_in_words(struct rule_walk *w, uint32_t yes)
{
    struct equivalent_search *s = w->search;
    struct mapping_entry *entries = ARENA_ARRAY(s->arena, struct mapping_entry, 2);
    for (uint32_t i = 0; i < 2; i++)
        entries[i] = (struct mapping_entry){
            value_literal(s, i), text_literal(s->arena, w->row[i == yes ? TEXTS_YES : TEXTS_NO])};
    const struct column_mapping words = {
        .kind = MAPPING_DICTIONARY, .entries = entries, .n_entries = 2};
    struct migration_column *column = ARENA_NEW(s->arena, struct migration_column);
    *column = new_column(s, search_name(s, w->at, w->row[TEXTS_NEW]), SCHEMA_TEXT, &words);
    bool kept = str_cmp(entries[0].new, entries[1].new) < 0;
    search_found(w, &(struct replacement){.columns = column,
                                          .n_columns = 1,
                                          .order = kept ? ORDER_KEPT : ORDER_REVERSED});
}

void find_texts(struct equivalent_search *s)
{
    uint32_t yes = true_value(s, false);
    bool in_words = true_value(s, true) != NAME_NONE;
    for (struct rule_walk w = rules_begin(s, "equivalent_texts", true); rules_next(&w);)
        if (yes != NAME_NONE && !(in_words && str_eq(w.row[TEXTS_YES], STR("yes"))))
            write_in_words(&w, yes);
        else
            s->found.why = REFUSED_ROWS_UNFIT;
}
