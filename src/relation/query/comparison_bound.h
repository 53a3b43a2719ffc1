/* comparison_bound.h: what a comparison compares with, in the query and in the question.
 *
 * In the query it is a literal or a subquery. In the question it is a number, however it is
 * written, or words such as "the average". */
#ifndef TEQL_RELATION_QUERY_COMPARISON_BOUND_H
#define TEQL_RELATION_QUERY_COMPARISON_BOUND_H

#include "relation/query/question_edits.h"

/* A comparison of the query, and the question in which it is looked for. */
struct compared {
    const struct relation_seed *seed;
    const struct question_text *text;
    const struct edit_place *place;
    struct str literal; /* that it is compared with, without quotes; empty where it is none */
    double value;       /* of the literal; negative where it is no such number */
};

struct compared comparison_of(const struct relation_seed *s, const struct question_text *text,
                              const struct edit_place *place);

/* The other side of the operator. */
const struct sql_expr *comparison_other(const struct compared *c);

/* The aggregate of (SELECT avg(age) …) on that side; empty where there is none. */
struct str comparison_aggregate(const struct compared *c);

/* For indicator_reader. ctx: struct compared */
bool comparison_bound_at(const void *ctx, uint32_t i, uint32_t *n);

/* Does a word of that kind (data/compared_words.tsv) stand at token `i`? Its tokens, or 0. */
uint32_t compared_word(const struct compared *c, uint32_t i, const char *kind);

/* Is there one among the next few tokens from `i` on? The "least" of "at least" is none. */
bool comparison_ahead(const struct compared *c, uint32_t i, const char *kind);

/* Is the first token of the bound the number itself, and not "the year" before it? */
bool comparison_starts_with_number(const struct compared *c, const struct found_words *found);

/* Would the words mean what the query does, with an operator of that direction, < or >? "Larger
 * than any" is larger than all of them, "larger than some" than one at least. */
bool comparison_quantity_holds(const struct compared *c, const struct found_words *found,
                               char direction);

/* Is it compared with the lowest or highest of all? Nothing is lower than that, and everything at
 * least that. */
bool comparison_is_with_extreme(const struct compared *c);

#endif
