/* draw.h: a sample of a relation's variants, as cases. */
#ifndef TEQL_RELATION_DRAW_H
#define TEQL_RELATION_DRAW_H

#include "base/rng.h"
#include "relation/relation.h"

struct case_list {
    struct test_case *items;
    const uint64_t *numbers; /* of the variants that they are */
    uint32_t count;
};

/* Up to `max` different variants, each of all equally likely, in the order of their numbers. Two
 * are the same when question, query and changed schema are. The cases are complete but for their
 * proof. Everything lives in `a`. */
struct case_list relation_draw(struct arena *a, const struct relation *r,
                               const struct relation_seed *s, uint32_t max, struct rng rng);

/* Variant `number` alone, complete likewise; false where there is none of that number. */
bool relation_variant(struct arena *a, const struct relation *r, const struct relation_seed *s,
                      uint64_t number, struct test_case *out);

/* Says which variants are good for a case. */
struct variant_judge {
    /* Is it? Asked once for each variant that is drawn, in that order. It may complete the case. */
    bool (*accepts)(void *ctx, struct test_case *c);
    void *ctx;
};

/* The same, where `judge` decides. For each variant that it does not accept another one is drawn,
 * as long as there are some, up to twenty for each that is wanted. */
struct case_list relation_draw_judged(struct arena *a, const struct relation *r,
                                      const struct relation_seed *s, uint32_t max, struct rng rng,
                                      const struct variant_judge *judge);

#endif
