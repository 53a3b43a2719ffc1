/* order_form.h: what stands around the words for an order. */
#ifndef TEQL_RELATION_QUERY_ORDER_FORM_H
#define TEQL_RELATION_QUERY_ORDER_FORM_H

#include "relation/query/question_edits.h"

/* A term of ORDER BY, and the question in which it is looked for. */
struct order {
    struct arena *arena; /* for what is found */
    const struct relation_seed *seed;
    const struct question_text *text;
    const bool *names; /* by token: it is a name of the schema */
    const struct edit_place *place;
    struct edit_places places; /* of the query, that one among them */
};

/* Do the words stand where the form of their line allows, and is the form one for this ORDER BY,
 * with LIMIT or without? */
bool order_formed(const struct order *o, const struct found_words *found);

bool order_has_form(const struct found_words *found, const char *form);

/* Is it ordered by a count? */
bool order_counts(const struct order *o);

/* Is the token a noun of the column that is ordered by? */
bool order_is_column_word(const struct order *o, uint32_t i);

/* Does a sentence, or a part of it up to a comma, end before token `i`? */
bool order_ends_at(const struct question_text *q, uint32_t i);

#endif
