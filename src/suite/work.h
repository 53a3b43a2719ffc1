/* work.h: how much work seeds are, for shards to share.
 *
 * It is made of what all shards see alike: cases that are counted, sizes of files, steps of
 * queries. A clock would tell each of them something else. */
#ifndef TEQL_SUITE_WORK_H
#define TEQL_SUITE_WORK_H

#include "base/arena.h"
#include "record/seed.h"
#include "suite/suite_outline.h"

/* Of making cases of each of `n` seeds of a dataset, in `a`. */
MUST_USE enum status seeds_work(struct arena *a, const struct seed *seeds, uint32_t n,
                                const uint64_t **out, struct err *e);

/* Of making and proving them, where that is all there is to do: some gold queries of each database
 * are run, and what they take on average counts for all its seeds. Asking a system costs the same
 * whatever the database, so this is not for who does that, too. */
MUST_USE enum status seeds_proof_work(struct arena *a, const struct seed *seeds, uint32_t n,
                                      const uint64_t **out, struct err *e);

/* Of asking and scoring each seed of the outline, with its cases. `head` tells where the databases
 * of the suite are, and `db` is the folder of the originals; NULL for the manifest's. */
MUST_USE enum status suite_work(struct arena *a, const struct suite *head,
                                const struct suite_outline *o, const char *db, const uint64_t **out,
                                struct err *e);

#endif
