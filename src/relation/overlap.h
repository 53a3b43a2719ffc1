/* overlap.h: what a case still shares with its seed and with the names that its query reads, word
 * for word (record/overlap.h). */
#ifndef TEQL_RELATION_OVERLAP_H
#define TEQL_RELATION_OVERLAP_H

#include "relation/query_things.h"
#include "relation/relation.h"

/* What is known of a seed, for all its cases. */
struct overlap_seed {
    const struct relation_seed *seed;
    bool readable; /* there is a gold query, and it can be read */
    struct said_words said;
    struct query_things things;  /* of its gold query … */
    struct things_by_kind named; /* … counted */
};

/* In `a`; `s`, which must have a lexicon, must outlive it. Without words or without a gold query
 * that can be read, that part is not measured. */
void overlap_seed_begin(struct arena *a, const struct relation_seed *s, struct overlap_seed *out);

/* Measure a case of the seed, which still has its migration or schema. `a` is for scratch, and is
 * left as it was. Thread-safe. */
struct overlap overlap_of(struct arena *a, const struct overlap_seed *s, const struct test_case *c);

#endif
