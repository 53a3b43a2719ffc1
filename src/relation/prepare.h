/* prepare.h: what every relation wants to know of a seed, found out once. */
#ifndef TEQL_RELATION_PREPARE_H
#define TEQL_RELATION_PREPARE_H

#include "relation/relation.h"

/* Parse and resolve the gold query, or what stands in for it, and mark what it reads. Everything
 * lives in `a`. Without a query, or with one that cannot be read, every column counts as read: then
 * no schema relation applies. `*e` says why where the query cannot be read, and is OK otherwise. */
void relation_prepare(struct arena *a, const struct seed *seed, const struct lexicon *lexicon,
                      const struct knowledge *knowledge, struct relation_seed *out, struct err *e);

#endif
