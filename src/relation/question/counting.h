/* counting.h: questions for a number, taken apart (MT-TEQL §3.1: how many, count).
 *
 * "How many cars have 4 cylinders?" and "Count the cars that have 4 cylinders." name the same
 * things: cars, that have 4 cylinders. */
#ifndef TEQL_RELATION_QUESTION_COUNTING_H
#define TEQL_RELATION_QUESTION_COUNTING_H

#include "relation/question/prefix.h"
#include "relation/relation.h"

/* What is counted. */
struct counted {
    struct prefix prefix; /* what the question begins with */
    uint32_t n_prefix;    /* its tokens */
    struct str noun;      /* "cars", "different types of pet" */
    struct str rest;      /* "that have 4 cylinders", "in each city"; may be empty */
    bool participle;      /* the rest begins with one: "roles listed"; not behind "are there" */
};

/* False where the question does not begin with a counting prefix, where the query does not count,
 * or where it is not plain what is counted. */
bool counted_read(struct arena *a, const struct question_text *q, const struct relation_seed *s,
                  struct counted *out);

#endif
