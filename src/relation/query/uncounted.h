/* uncounted.h: things that a count leaves out because there would be none to count.
 *
 * The shop with the fewest employees may be one without any. But a query that joins shops with
 * employees and groups them never has that shop. Where there is one, the question and the query do
 * not mean the same. */
#ifndef TEQL_RELATION_QUERY_UNCOUNTED_H
#define TEQL_RELATION_QUERY_UNCOUNTED_H

#include "migration/edit_places.h"
#include "relation/query/indicator.h"
#include "relation/relation.h"

/* A query that finds such things, in `a`; ptr NULL where there can be none. `place` compares or
 * orders by a count; `to`, an operator or a direction, is what it becomes. */
struct str uncounted_things(struct arena *a, const struct relation_seed *s,
                            const struct edit_place *place, struct str to);

/* The question with words behind it that leave such things out: "the shop with the fewest
 * employees, leaving out those with none". `question` has other words for those found in `q`. False
 * where they have no good place, or make no sense there. In `a`. */
bool leave_out_uncounted(struct arena *a, const struct relation_seed *s,
                         const struct edit_place *place, struct str to,
                         const struct question_text *q, const struct found_words *found,
                         struct str question, struct str *out);

#endif
