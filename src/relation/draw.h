/* draw.h: a sample of a relation's variants, as cases. */
#ifndef TEQL_RELATION_DRAW_H
#define TEQL_RELATION_DRAW_H

#include "base/rng.h"
#include "relation/relation.h"

struct case_list {
    struct test_case *items;
    uint32_t count;
};

/* Up to `max` different variants, each of all equally likely, in the order of their numbers. Two
 * are the same when question, query and changed schema are. The cases are complete but for their
 * proof. Everything lives in `a`. */
struct case_list relation_draw(struct arena *a, const struct relation *r,
                               const struct relation_seed *s, uint32_t max, struct rng rng);

#endif
