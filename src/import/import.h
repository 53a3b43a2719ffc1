/* import.h: published pairs of questions, turned into a suite.
 *
 * Each pair is a seed and a case. What is claimed of the case follows from the pair: the answer
 * stays where both queries ask for the same over the same database, or over one under other names;
 * else it becomes that of the case's own query. Claims are proved as those of relations are. But a
 * published set is measured as it was published: a pair whose claim is not proved stays, marked so,
 * unless the user wants only what is proved. A pair whose query does not run tells nothing, and is
 * rejected. */
#ifndef TEQL_IMPORT_IMPORT_H
#define TEQL_IMPORT_IMPORT_H

#include "base/listener.h"
#include "dataset/dataset.h"
#include "import/pairs.h"
#include "record/manifest.h"
#include "verify/proof.h"

struct import_job {
    const struct dataset *dataset; /* whose questions are the seeds */
    const struct pair_list *lists;
    uint32_t n_lists;
    const char *out;  /* the suite folder to make */
    bool proved_only; /* leave out what is not proved */
};

/* To be released by imported_release. */
struct imported {
    struct arena arena;
    struct manifest_relation *sets; /* in the order of their first pairs. Unproved pairs are kept
                                       unless only what is proved was wanted, rejected ones never */
    uint32_t n_sets;
    uint64_t seeds, cases;
    uint32_t schemas, without; /* of cases, other than their seeds'; those without a database */
    struct str missing;        /* db_id of the first of these */
};

/* May a pair with that outcome be kept, unproved? */
bool import_keeps(enum proof_outcome outcome);

/* Make the suite. On failure there is nothing to release. */
MUST_USE enum status import_suite(const struct import_job *job, const struct listener *listener,
                                  struct imported *out, struct err *e);
void imported_release(struct imported *i);

#endif
