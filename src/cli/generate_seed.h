/* generate_seed.h: the cases of one seed. */
#ifndef TEQL_CLI_GENERATE_SEED_H
#define TEQL_CLI_GENERATE_SEED_H

#include "base/json_writer.h"
#include "relation/draw.h"
#include "relation/refusal.h"
#include "suite/spider_export.h"
#include "verify/proof.h"

#include <stdatomic.h>

enum { GENERATE_MAX_RELATIONS = 32 };

struct generate_rules {
    const struct relation *relations[GENERATE_MAX_RELATIONS];
    uint32_t n_relations;
    uint32_t max_per_seed;
    uint64_t random_seed;
    const struct lexicon *lexicon;
    const struct knowledge *knowledge;
    bool export_spider;
    const atomic_int *stop; /* set when the run is to end: what a seed yields is lost */
};

/* What came of one relation, over one or more seeds. */
struct relation_tally {
    uint64_t applicable; /* seeds that have a variant */
    uint64_t generated, proved;
    struct refusal_tally refused;      /* candidates that became no case */
    uint64_t rejected[PROOF_OUTCOMES]; /* cases without proof, by outcome */
};

/* A schema that cases use, still to be written. */
struct schema_use {
    struct str db_id;
    const struct migration *migration;
};

struct seed_output {
    struct arena arena; /* schemas, and scratch while the seed is worked on */
    struct buf seed, cases;
    struct spider_entries spider; /* empty unless asked for */
    struct schema_use *schemas;
    uint32_t n_schemas;
    struct relation_tally tallies[GENERATE_MAX_RELATIONS];
    struct str fault;   /* why the gold query cannot be used; empty where it can */
    enum status status; /* E_HOST where the machine failed: then all above is void */
    struct err err;
};

void seed_output_init(struct seed_output *out);
void seed_output_release(struct seed_output *out);

/* Fill `out`, whose old contents go. `prover` is the worker's; NULL where nothing is to be proved.
 */
void generate_seed(const struct generate_rules *rules, struct prover *prover,
                   const struct seed *seed, struct seed_output *out);

#endif
