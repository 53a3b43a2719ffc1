/* compared.h: a comparison of the query, and where the question may say it.
 *
 * Its bound, the side that the column is compared with, is a literal or a subquery in the query. In
 * the question it is a number, however it is written, or words such as "the average". */
#ifndef TEQL_RELATION_QUERY_COMPARED_H
#define TEQL_RELATION_QUERY_COMPARED_H

#include "relation/query/question_edits.h"

struct compared {
    const struct relation_seed *seed;
    const struct words *text;
    const struct edit_place *place;
    struct str literal; /* the bound without quotes; empty if it is not a literal */
    double value;       /* of the literal; negative if it is not such a number */
};

struct compared comparison_of(const struct relation_seed *s, const struct words *text,
                              const struct edit_place *place);

/* For indicator_reader. ctx: struct compared */
bool comparison_bound_at(const void *ctx, uint32_t i, uint32_t *n);

/* Does a word of this kind (data/compared_words.tsv) stand at token `i`? Its tokens, or 0. */
uint32_t compared_word(const struct compared *c, uint32_t i, const char *kind);

/* Does the bound begin with the number itself, rather than with "the year" before it? */
bool comparison_starts_with_number(const struct compared *c, const struct found_words *found);

/* Would the words mean what the query does if the operator had this direction, < or >? "Larger than
 * any" is larger than all of them, "larger than some" than at least one. */
bool comparison_quantity_holds(const struct compared *c, const struct found_words *found,
                               char direction);

/* Is the bound the lowest or highest value of all? Nothing is lower than that, and everything is at
 * least that. */
bool comparison_is_with_extreme(const struct compared *c);

/* Do the words stand where the form of their line allows? */
bool comparison_formed(const struct compared *c, const struct found_words *found);

/* Does the number count things: "3 courses", "one car maker"? */
bool comparison_counts(const struct compared *c, const struct found_words *found);

/* Can `words` replace those found? "Conducted at at least one", "of an age of at least 20", "a cost
 * of at least average", "at least any country" and "in or after 2013 or before 2008" read badly. */
bool comparison_reads_well(const struct compared *c, const struct found_words *found,
                           struct str words);

#endif
