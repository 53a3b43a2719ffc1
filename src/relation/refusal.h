/* refusal.h: why relations make no case of what looked like one.
 *
 * A candidate is what a relation looks at: a foreign key, a column, a synonym of a column's word.
 * For each candidate that it leaves out, count() counts the first reason that applies. So the
 * numbers depend on the seed alone, not on what is drawn, and those of shards add up. */
#ifndef TEQL_RELATION_REFUSAL_H
#define TEQL_RELATION_REFUSAL_H

#include "record/tally.h"
#include "relation/relation.h"

/* Count a refusal if the seed has a tally. */
void refuse(const struct relation_seed *s, enum refusal why);

/* Returns `condition`; if it is false, counts a refusal. */
bool refuse_unless(const struct relation_seed *s, bool condition, enum refusal why);

#endif
