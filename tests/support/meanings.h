/* meanings.h: what a query means, for tests that need no more of it. */
#ifndef TEQL_TESTS_SUPPORT_MEANINGS_H
#define TEQL_TESTS_SUPPORT_MEANINGS_H

#include "link/meaning.h"

/* Of a query that must be valid over the schema. In `a`. */
const struct meaning *read_meaning(struct arena *a, const struct schema *s, const char *sql);

#endif
