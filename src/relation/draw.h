/* draw.h: a sample of a relation's variants, as cases. */
#ifndef TEQL_RELATION_DRAW_H
#define TEQL_RELATION_DRAW_H

#include "base/rng.h"
#include "relation/relation.h"

struct case_list {
    struct test_case *items;
    const uint64_t *numbers; /* of the variants */
    uint32_t count;
};

/* Up to `max` different variants in the order of their numbers, all equally likely. Two are the
 * same if question, query and changed schema are. The cases lack only their proof. Everything lives
 * in `a`. */
struct case_list relation_draw(struct arena *a, const struct relation *r,
                               const struct relation_seed *s, uint32_t max, struct rng rng);

/* Variant `number` alone, complete likewise; false if there is none. */
bool relation_variant(struct arena *a, const struct relation *r, const struct relation_seed *s,
                      uint64_t number, struct test_case *out);

/* Decides which variants become cases. */
struct variant_judge {
    /* Called once for each variant that is drawn, in that order. It may complete the case. */
    bool (*accepts)(void *ctx, struct test_case *c);
    void *ctx;
};

/* The same for variants that `judge` accepts. For each one that it rejects another is drawn, while
 * there are any, and at most twenty for each one wanted. */
struct case_list relation_draw_judged(struct arena *a, const struct relation *r,
                                      const struct relation_seed *s, uint32_t max, struct rng rng,
                                      const struct variant_judge *judge);

#endif
