/* work.h: how much work seeds are, for shards to share.
 *
 * It is computed from what all shards see alike: numbers of cases, sizes of files, steps of
 * queries. A clock would say something different in each. */
#ifndef TEQL_SUITE_WORK_H
#define TEQL_SUITE_WORK_H

#include "base/arena.h"
#include "record/seed.h"
#include "suite/suite_survey.h"

/* Of making cases of each of `n` seeds of a dataset, in `a`. */
MUST_USE enum status seeds_work(struct arena *a, const struct seed *seeds, uint32_t n,
                                const uint64_t **out, struct err *e);

/* Of making and proving them and nothing else: some gold queries of each database are run, and
 * their average counts for all its seeds. Not for callers that also ask a system, since that costs
 * the same whatever the database. */
MUST_USE enum status seeds_proof_work(struct arena *a, const struct seed *seeds, uint32_t n,
                                      const uint64_t **out, struct err *e);

/* Of asking and scoring each seed of the outline, with its cases. `head` says where the databases
 * of the suite are, and `db` is the folder of the originals; NULL for the manifest's. */
MUST_USE enum status suite_work(struct arena *a, const struct suite *head,
                                const struct suite_outline *o, const char *db, const uint64_t **out,
                                struct err *e);

#endif
