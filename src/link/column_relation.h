/* column_relation.h: has a word to do with a column, as far as WordNet knows? */
#ifndef TEQL_LINK_COLUMN_RELATION_H
#define TEQL_LINK_COLUMN_RELATION_H

#include "link/link_index.h"

/* With any word of the column's name (lexicon/word_relation.h). False without WordNet. `a` is for
 * scratch. */
bool column_related(struct arena *a, const struct link_index *x, const struct schema *s,
                    uint32_t column, struct str word);

#endif
