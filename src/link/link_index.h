/* link_index.h: what the words of a question can mention in one database. */
#ifndef TEQL_LINK_LINK_INDEX_H
#define TEQL_LINK_LINK_INDEX_H

#include "lexicon/wordnet.h"
#include "link/phrase_book.h"
#include "link/row_values.h"

/* Names of the schema, values of the rows and key phrases. Read-only once built, any thread. */
struct link_index {
    const struct wordnet *wordnet; /* for words that no list has; or NULL */
    struct lemmatizer lemmatizer;
    struct phrase_book phrases;
    struct row_values values;
};

/* An index without a schema, to which the caller may add key phrases. `l` must outlive it. */
void link_index_init(struct link_index *x, const struct lexicon *l);

/* Add the schema and its rows. Everything lives in `a`; `s` must outlive it. The names of `s`
 * should be in words (own_schema.h). `db` may be NULL: then no values are known. E_HOST if the
 * machine failed to read them. */
MUST_USE enum status link_index_add(struct link_index *x, struct arena *a, const struct schema *s,
                                    struct database *db, struct err *e);

/* Is `word` related to a word of the column's name (lexicon/wordnet.h)? False without
 * WordNet. `a` is for scratch. */
bool column_related(struct arena *a, const struct link_index *x, const struct schema *s,
                    uint32_t column, struct str word);

#endif
