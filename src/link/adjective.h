/* adjective.h: adjectives that compare by a column, "older", "cheapest".
 *
 * The words are in data/adjectives.tsv. */
#ifndef TEQL_LINK_ADJECTIVE_H
#define TEQL_LINK_ADJECTIVE_H

#include "link/lemmas.h"
#include "link/phrase_book.h"
#include "schema/schema.h"

/* Add the comparatives and superlatives to the book; their target is the line of the list. */
void adjectives_add(struct phrase_book *b, struct arena *a, const struct lemmatizer *z);

/* What an adjective compares. */
struct adjective_sense {
    uint32_t column; /* SCHEMA_STAR if the table has none of its attributes */
    bool high;       /* more of it is a higher value */
};

/* What the adjective of line `row` compares in `table`. `superlative`: its form. */
struct adjective_sense adjective_in(const struct lexicon *l, const struct schema *s, uint32_t row,
                                    bool superlative, uint32_t table);

/* The direction of the superlative of line `row` for a column that is named with it. */
bool adjective_is_high_for(const struct lexicon *l, const struct schema *s, uint32_t row,
                           uint32_t column);

/* Is it about time, so that it fits any column of dates? */
bool adjective_is_temporal(const struct lexicon *l, uint32_t row);

/* Does the adjective, "older" or "oldest", compare by no other column of the table? True for one
 * that is not on the list. */
bool adjective_is_clear(const struct lexicon *l, const struct schema *s, struct str adjective,
                        uint32_t column);

/* The direction of line `row` itself. */
bool adjective_is_high(const struct lexicon *l, uint32_t row);

#endif
