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
    bool reused; /* it was there already, as it should be */
};

/* All that the suite depends on, as a number: what it is made of, and how. */
struct digest generate_key(const struct generate *g);

/* manifest.json. */
void generate_put_manifest(struct json_writer *w, const struct generate *g);

/* The table of what came of each relation, on standard output. */
void generate_print(const struct generate *g);

#endif
