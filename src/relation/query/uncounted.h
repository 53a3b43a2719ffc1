/* uncounted.h: things that a grouped query does not find, because it counts none for them.
 *
 * The shop with the fewest employees may be one without any. But a query that joins shops with
 * employees and groups them never finds that shop. If there is one, question and query do not mean
 * the same. */
#ifndef TEQL_RELATION_QUERY_UNCOUNTED_H
#define TEQL_RELATION_QUERY_UNCOUNTED_H

#include "migration/edit_places.h"
#include "relation/relation.h"

/* A query that finds such things, in `a`; ptr NULL if there can be none. `place` compares or orders
 * by a count, and becomes `to`, an operator or a direction. */
struct str uncounted_things(struct arena *a, const struct relation_seed *s,
                            const struct edit_place *place, struct str to);

struct found_words;

/* Append words that leave such things out: "the shop with the fewest employees, leaving out those
 * with none". `question` is the seed's with other words for those found. False if they have no good
 * place, or make no sense there. `*out` is in `a`. */
bool leave_out_uncounted(struct arena *a, const struct relation_seed *s,
                         const struct edit_place *place, struct str to,
                         const struct found_words *found, struct str question, struct str *out);

#endif
