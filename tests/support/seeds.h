/* seeds.h: seeds for tests of relations. */
#ifndef TEQL_TESTS_SUPPORT_SEEDS_H
#define TEQL_TESTS_SUPPORT_SEEDS_H

#include "base/arena.h"
#include "relation/relation.h"

/* The input of a relation for a question and its gold query, which may be NULL. Everything lives in
 * `a`; the texts are not copied. */
struct relation_seed make_seed(struct arena *a, const struct lexicon *l,
                               const struct schema *schema, struct str question, struct str query);

#endif
