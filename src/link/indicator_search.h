/* indicator_search.h: the search for the indicators of one question. Only for link/.
 */
#ifndef TEQL_LINK_INDICATOR_SEARCH_H
#define TEQL_LINK_INDICATOR_SEARCH_H

#include "link/indicators.h"

/* A phrase that stands in the question. */
struct occurrence {
    const struct phrase *phrase;
    uint32_t start, end;
    double weight;
};

struct occurrences {
    struct occurrence *items;
    uint32_t count;
};

struct indicator_search {
    struct arena *arena;
    const struct indicator_book *book;
    const struct query_parts *parts;
    struct indicators out;
    struct occurrences names, keywords, carriers;
};

/* Find the words that indicate columns; those that indicate one keyword. Values come first, then
 * columns, then keywords: each sees what was found before. */
void indicate_columns(struct indicator_search *s);
void indicate_keyword(struct indicator_search *s, uint32_t part);

/* Does the adjective compare by the column? */
bool adjective_fits(const struct indicator_search *s, const struct occurrence *o, uint32_t column);

/* Can adjectives of this form say the keyword? */
bool takes_adjective(enum query_keyword k, enum phrase_kind form);

/* Is it a verb for the column with a comparison: "earned more than"? */
bool is_verb_comparative(const struct phrase *p);

/* Does the indicator have words of this span? */
bool indicator_shares(const struct indicator *x, uint32_t start, uint32_t end);

/* Do parts of this kind have some of the words already? */
bool words_taken(const struct indicator_search *s, enum query_part_kind kind, uint32_t start,
                 uint32_t end);

#endif
