/* parse_back.h: the queries that a grammar has for a question.
 *
 * A pair is unambiguous if its question has only one query. */
#ifndef TEQL_GRAMMAR_PARSE_BACK_H
#define TEQL_GRAMMAR_PARSE_BACK_H

#include "grammar/derivation.h"

enum { PARSED_MAX = 4 };

struct parsed_back {
    struct str queries[PARSED_MAX]; /* different ones */
    uint32_t count;
    bool gave_up; /* there were too many ways to try */
};

/* The queries, at most PARSED_MAX, that elements of the grammar have for the question. In `a`. */
struct parsed_back parse_back(struct arena *a, const struct grammar *g,
                              const struct grammar_world *w, struct str question);

#endif
