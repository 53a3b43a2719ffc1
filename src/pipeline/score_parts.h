/* score_parts.h: a suite scored part by part, so that neither it nor its answers nor their verdicts
 * need be in memory. */
#ifndef TEQL_PIPELINE_SCORE_PARTS_H
#define TEQL_PIPELINE_SCORE_PARTS_H

#include "pipeline/score.h"
#include "suite/prediction_index.h"
#include "suite/suite_survey.h"

/* What is scored, looked through once. */
struct scored_files {
    struct suite_survey *suite;
    struct suite_survey own; /* the same, unless it is somebody else's */
    struct prediction_index predictions;
    struct arena arena;
    const uint64_t *work;           /* of each seed (work.h), for a shard; else NULL */
    struct err predictions_problem; /* the first; code OK for none */
};

/* Read both through. Fails where the suite is not as it should be; what is wrong with the
 * predictions is told by scored_files_check, for one who has something to say before that. The
 * paths must stay; `shard` is the one to be scored, and `db` the folder of the original databases,
 * NULL for the manifest's. On failure there is nothing to close. */
MUST_USE enum status scored_files_open(struct scored_files *f, const char *suite,
                                       const char *predictions, struct shard shard, const char *db,
                                       struct err *e);

/* The same, of a suite that was looked through before, and stays, and of predictions that were just
 * made to it: so there is nothing to check. They are scored as a whole. */
MUST_USE enum status scored_files_open_made(struct scored_files *f, struct suite_survey *suite,
                                            const char *predictions, struct err *e);
MUST_USE enum status scored_files_check(struct scored_files *f, struct err *e);
void scored_files_close(struct scored_files *f);

/* Score all of them, or the shard; predictions that are a part make the scores the same part.
 * `order->suite` is the head of theirs, and there are no `order->predictions`. Write scores.json to
 * `out`, unless that is NULL. The sums live in `a`. */
MUST_USE enum status score_in_parts(struct scored_files *f, const struct score_job *job,
                                    const char *out, const struct listener *listener,
                                    struct arena *a, struct robustness *sums, struct err *e);

/* The same, but what stands at `out` stays: the new scores are in `file`, the caller's to commit.
 * On failure there is none. */
MUST_USE enum status score_beside(struct scored_files *f, const struct score_job *job,
                                  const char *out, const struct listener *listener, struct arena *a,
                                  struct robustness *sums, struct out_file *file, struct err *e);

#endif
