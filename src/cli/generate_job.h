/* generate_job.h: a suite in the making. */
#ifndef TEQL_CLI_GENERATE_JOB_H
#define TEQL_CLI_GENERATE_JOB_H

#include "base/digest.h"
#include "base/workers.h"
#include "cli/generate.h"
#include "cli/generate_seed.h"
#include "suite/suite_writer.h"

enum { SEEDS_PER_BATCH = 64 };

struct generate {
    struct arena arena; /* of the arguments */
    struct generate_args args;
    struct generate_rules rules;
    struct dataset dataset;
    struct lexicon lexicon;
    struct knowledge knowledge;
    uint32_t first, end; /* seeds of this shard */
    struct workers *workers;
    struct prover **provers; /* one per worker */
    struct seed_output outputs[SEEDS_PER_BATCH];
    uint32_t batch; /* first seed of the batch being worked on */
    struct suite_writer suite;
    struct spider_export spider; /* zeroed unless asked for */
    struct relation_tally tallies[GENERATE_MAX_RELATIONS];
    uint64_t seeds, faults;
    char first_fault[120];
    char key[DIGEST_HEX + 1]; /* of all that the suite depends on: what it is made of, and how */
    const char *originals; /* the folder of the original databases, for those who ask and score: the
                              changed ones are made of them; NULL where there is none */
    bool reused;           /* it was there already, as it should be */
};

/* Fill `key` and `originals`. */
MUST_USE enum status generate_find_inputs(struct generate *g, struct err *e);

/* manifest.json. */
void generate_put_manifest(struct json_writer *w, const struct generate *g);

/* The table of what came of each relation, on standard output. */
void generate_print(const struct generate *g);

#endif
