/* import.h: making a suite of published pairs of questions.
 *
 * Each pair is a seed and a case. If both queries ask for the same over the same database, or over
 * one with other names, the claim is that the answer stays; else that it becomes that of the case's
 * own query. Claims are proved as those of relations are. But a published set is measured as it was
 * published: a pair whose claim is not proved is kept and marked, unless the user wants only what
 * is proved. A pair whose query does not run is rejected, because no answer can be compared with
 * it. */
#ifndef TEQL_IMPORT_IMPORT_H
#define TEQL_IMPORT_IMPORT_H

#include "base/listener.h"
#include "dataset/dataset.h"
#include "import/pairs.h"
#include "record/manifest.h"
#include "verify/proof.h"

/* Read what is at `path` as pairs. Most sets are pairs already (import/pairs.h). Others are a list
 * of candidates: other names for columns of a dataset, as ADVETA has them. They become pairs with
 * the questions of the dataset: before and after have the same question, but after is over a schema
 * with some of the names.
 *
 * `set` is what to call it; NULL for its own name. A list does not say whether its names replace
 * columns or are added: the name of the set, or of the file, must have "rpl" or "add" in it. The
 * dataset must outlive the pairs. On failure there is nothing to release. */
MUST_USE enum status import_read(struct pair_list *out, const char *path, const char *set,
                                 const struct dataset *d, struct err *e);

struct import_job {
    const struct dataset *dataset; /* whose questions are the seeds */
    const struct pair_list *lists;
    uint32_t n_lists;
    const char *out;  /* the suite folder to make */
    bool proved_only; /* leave out pairs that are not proved */
};

/* To be released by imported_release. */
struct imported {
    struct arena arena;
    struct manifest_relation *sets; /* in the order of their first pairs */
    uint32_t n_sets;
    uint64_t seeds, cases;
    uint32_t schemas, without; /* of cases, other than their seeds'; those without a database */
    struct str missing;        /* db_id of the first without a database */
};

/* Make the suite. On failure there is nothing to release. */
MUST_USE enum status import_suite(const struct import_job *job, const struct listener *listener,
                                  struct imported *out, struct err *e);
void imported_release(struct imported *i);

#endif
