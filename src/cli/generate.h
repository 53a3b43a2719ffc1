/* generate.h: making a suite, for `teql generate` and `teql test`. */
#ifndef TEQL_CLI_GENERATE_H
#define TEQL_CLI_GENERATE_H

#include "base/err.h"

#include <stdint.h>

enum suite_databases_wanted { DATABASES_NONE, DATABASES_COPY };
enum suite_export { EXPORT_NONE, EXPORT_SPIDER };

struct generate_args {
    const char *data, *questions, *out, *relations, *lexicon, *shard, *wordnet, *conceptnet;
    const char *reads;
    double min_weight;
    int databases; /* enum suite_databases_wanted */
    uint32_t max_per_seed, seed, workers;
    bool no_proof;
    int export; /* enum suite_export */
    bool reuse; /* a suite at `out` that was made of the same, in the same way, is left as it is;
                   another suite there is replaced */
    bool seeds_only; /* a suite without cases */
    bool quiet;      /* print no table */
};

/* The fields that are not 0 without an option. */
extern const struct generate_args generate_defaults;

/* Make the suite. `*reused`, where not NULL, tells whether it was there already. */
MUST_USE enum status generate_suite(const struct generate_args *args, bool *reused, struct err *e);

#endif
