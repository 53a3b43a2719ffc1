/* keyword_phrases.c: reading the list of indicators. */
#include "link/keyword_phrases.h"

enum { KEYWORD, MANNER, FIRST_PHRASE }; /* fields */

static enum query_keyword find_keyword(struct str name)
{
    uint32_t i = 0;
    while (i < N_QUERY_KEYWORDS && !str_eq(query_keyword_name((enum query_keyword)i), name))
        i++;
    return (enum query_keyword)i;
}

static void add_row(struct keyword_phrases *k, struct arena *a, const struct lemmatizer *z,
                    const struct lexicon_row *row)
{
    ARENA_PUSH(a, k->senses, k->n_senses);
    k->senses[k->n_senses] = (struct keyword_sense){
        find_keyword(row->fields[KEYWORD]),
        str_eq(row->fields[MANNER], STR("carrier")) ? MANNER_CARRIER : MANNER_WORD};
    for (uint32_t i = FIRST_PHRASE; i < row->n_fields; i++) {
        struct lemmas words = lemmas_of(a, z, row->fields[i]);
        phrase_book_add(&k->book, a,
                        (struct phrase){.words = words.items,
                                        .n_words = words.count,
                                        .kind = PHRASE_TRIGGER,
                                        .target = k->n_senses,
                                        .weight = 1});
    }
    k->n_senses++;
}

void keyword_phrases_build(struct keyword_phrases *k, struct arena *a, const struct lemmatizer *z)
{
    const struct lexicon_table *list = lexicon_table(z->lexicon, STR("keyword_indicators"));
    *k = (struct keyword_phrases){0};
    for (uint32_t i = 0; i < list->n_rows; i++)
        add_row(k, a, z, &list->rows[i]);
}
