/* number_change.h: a number of the query and its mention in the question. */
#ifndef TEQL_RELATION_QUERY_NUMBER_CHANGE_H
#define TEQL_RELATION_QUERY_NUMBER_CHANGE_H

#include "relation/query/value_change.h"

/* The largest distance of a new number from the old one, as in Dr.Spider. */
enum { NUMBER_REACH = 10 };

struct number_place {
    const struct edit_place *place;
    struct said_number number; /* as the query says it */
    bool text;                 /* in quotes: '1970' */
    int64_t reach, step;       /* in its units: from reach below to reach above, in steps */
    struct value_mention mention;
    struct said_number said; /* as the question says it */
};

/* Read a place whose value is a number. False, and a refusal counted, if it cannot change: it is 0
 * or 1, another place has it too, or the question does not say it just once. */
bool number_place_read(const struct value_search *v, const struct edit_place *place,
                       struct number_place *out);

/* May `units` replace the old number? It must be another one, neither 0 nor 1, and not in question
 * or query already. */
bool number_place_takes(const struct value_search *v, const struct number_place *n, int64_t units);

/* Add the variant with that number, if it can be said like the old one. */
void number_place_add(struct value_search *v, const struct number_place *n, int64_t units);

#endif
