/* generate_seed.h: the cases of one seed. Private to generate.c. */
#ifndef TEQL_MAKING_GENERATE_SEED_H
#define TEQL_MAKING_GENERATE_SEED_H

#include "link/book_shelf.h"
#include "making/generate.h"
#include "relation/schema_memory.h"
#include "store/content.h"
#include "verify/proof.h"

/* What one seed yields, with the memory that it lives in. */
struct seed_output {
    struct arena arena; /* of all below, and scratch while the seed is worked on */
    struct made_seed made;
    enum status status; /* E_HOST where the machine failed: then `made` is void */
    struct err err;
};

/* What a worker has of its own. */
struct seed_worker {
    struct prover *prover; /* NULL where nothing is to be proved */
    struct content_reader *contents;
    struct book_shelf *books;
    struct schema_memories *memories;
};

/* Fill `out`, whose old contents go. `place` is the seed's among those of this run. */
void generate_seed(const struct generate_rules *rules, const struct seed_worker *worker,
                   const struct seed *seed, uint32_t place, struct seed_output *out);

#endif
