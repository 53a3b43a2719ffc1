/* aggregate_place.h: a word for an aggregate, and what may stand in its place.
 *
 * "Maximum" can become "highest" before "capacity" and "greatest" before "height"; in "at maximum"
 * it stays. Synonym substitution asks these questions about each such word. */
#ifndef TEQL_RELATION_QUESTION_AGGREGATE_PLACE_H
#define TEQL_RELATION_QUESTION_AGGREGATE_PLACE_H

#include "link/words.h"
#include "relation/question/query_aggregates.h"
#include "relation/relation.h"

struct aggregate_place {
    const struct relation_seed *seed;
    const struct words *text;
    const struct query_aggregates *query;
    const bool *names;               /* by token: it is a name of the schema */
    const struct lexicon_row *group; /* of data/aggregate_words.tsv */
    uint32_t start, end;             /* tokens of the word */
};

/* Does the query have the group's aggregate? */
bool place_denoted(const struct aggregate_place *p);

/* Is the word free to change: not a name, nor part of a phrase such as "at most", "on average",
 * "how many total", "top 3 largest"? */
bool place_free(const struct aggregate_place *p);

/* Does the word stand before the thing that the group's form requires? */
bool place_formed(const struct aggregate_place *p);

/* Can `to` describe the same noun: the highest price, but the largest area? */
bool place_fits(const struct aggregate_place *p, struct str to);

/* Whether "the" stands before the word. */
enum place_article {
    ARTICLE_THERE, /* or something in its place: their highest score */
    ARTICLE_MISSING,
    ARTICLE_SHARED, /* with the word at `first`, in whose list it stands: minimum and maximum */
};
enum place_article place_article(const struct aggregate_place *p, uint32_t *first);

/* Would a word of the group have "the" before it? A mean age need not. */
bool place_wants_article(const struct aggregate_place *p);

#endif
