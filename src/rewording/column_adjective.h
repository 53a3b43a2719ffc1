/* column_adjective.h: the adjectives that say a column of a query, and what the query does with it.
 * Inside rewording/. */
#ifndef TEQL_REWORDING_COLUMN_ADJECTIVE_H
#define TEQL_REWORDING_COLUMN_ADJECTIVE_H

#include "rewording/pattern_match.h"

/* "oldest" for the highest age of people: form number `variant` of those that fit what the match is
 * about; ptr NULL where there is none. In m->arena. */
struct str column_adjective(const struct pattern_match *m, enum adjective_form form,
                            uint32_t variant);

#endif
