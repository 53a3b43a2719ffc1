/* column_relation.c: asking WordNet about each word of a column's name. */
#include "link/column_relation.h"

#include "lexicon/word_relation.h"

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
