/* refusal.h: why relations make no case of what looked like one.
 *
 * A candidate is what a relation looks at: a foreign key, a column, a synonym of a column's word.
 * For each candidate that it leaves out, count() counts the first reason that applies. So the
 * numbers depend on the seed alone, not on what is drawn, and those of shards add up. */
#ifndef TEQL_RELATION_REFUSAL_H
#define TEQL_RELATION_REFUSAL_H

#include "relation/relation.h"

enum refusal {
#define REFUSAL(id, name) REFUSED_##id,
#include "relation/refusal.def"
#undef REFUSAL
    REFUSALS
};

/* How often, by reason. */
struct refusal_tally {
    uint64_t counts[REFUSALS];
};

/* Its name in manifests. */
const char *refusal_name(enum refusal r);

/* Count a refusal if the seed has a tally. */
void refuse(const struct relation_seed *s, enum refusal why);

/* Returns `condition`; if it is false, counts a refusal. */
bool refuse_unless(const struct relation_seed *s, bool condition, enum refusal why);

#endif
