/* compared.h: a comparison of the query, and where the question may say it.
 *
 * Its bound, the side that the column is compared with, is a literal or a subquery in the query. In
 * the question it is a number, however it is written, or words such as "the average". */
#ifndef TEQL_RELATION_QUERY_COMPARED_H
#define TEQL_RELATION_QUERY_COMPARED_H

#include "relation/query/question_edits.h"

struct compared {
    struct pattern_subject subject; /* first: {bound} finds the others by it */
    const struct relation_seed *seed;
    const struct words *text;
    const struct edit_place *place;
    struct str literal; /* the bound without quotes; empty if it is not a literal */
};

/* `text` is the whole question, and must outlive it. */
struct compared comparison_of(const struct relation_seed *s, const struct words *text,
                              const struct edit_place *place);

/* Do words of data/phrases.tsv that ask for this (enum ask) stand at word `i`? Their number, or 0.
 */
uint32_t compared_word(const struct compared *c, uint32_t i, unsigned ask);

/* "a total of 10 or more": does the phrase begin with a bound, and this not with the number? */
bool comparison_begins_with_preface(const struct compared *c, const struct found_words *found);

/* Would the words mean what the query does if the operator had this direction, < or >? "Larger than
 * any" is larger than all of them, "larger than some" than at least one. */
bool comparison_quantity_holds(const struct compared *c, const struct found_words *found,
                               char direction);

/* Is the bound the lowest or highest value of all? Nothing is lower than that, and everything is at
 * least that. */
bool comparison_is_with_extreme(const struct compared *c);

/* Can `words` replace those found? "Conducted at at least one", "of an age of at least 20", "a cost
 * of at least average", "at least any country" and "in or after 2013 or before 2008" read badly. */
bool comparison_reads_well(const struct compared *c, const struct found_words *found,
                           struct str words);

#endif
