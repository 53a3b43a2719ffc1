/* score.h: a suite and predictions turned into scores. */
#ifndef TEQL_PIPELINE_SCORE_H
#define TEQL_PIPELINE_SCORE_H

#include "base/listener.h"
#include "report/robustness.h"
#include "score/scorer.h"
#include "score/scores.h"
#include "suite/prediction_index.h"
#include "suite/suite_survey.h"

struct stage_progress;

/* What is scored, and how. */
struct score_job {
    struct suite *suite;
    struct shard shard; /* of files; zeroed for what the predictions are of, or all of it */
    const struct predictions *predictions; /* to the whole suite, or a part of them */
    const char *predictions_path; /* that the scores will name; NULL if only verdicts are wanted */
    const char *system;           /* what was asked; NULL if unknown */
    const char *key, *how;        /* that the scores will keep; or NULL */
    const char *db;               /* folder of the original databases; NULL for the manifest's */
    struct score_options options;
    uint32_t workers;
    struct stage_progress *progress; /* of seeds and cases; NULL shows nothing */
};

/* Score a suite that is in memory, for its verdicts: without shard and path of predictions. The
 * scores refer to texts of the job, the suite and the predictions. They say by which measure
 * answers were judged: if nothing could be run, by exact set match. On failure there is nothing to
 * release.
 */
MUST_USE enum status score_suite(const struct score_job *job, const struct listener *listener,
                                 struct scores *out, struct err *e);

/* Files that are scored batch by batch, so that suite, answers and verdicts need not be in memory.
 */
struct scored_files {
    struct suite_survey *suite;
    struct suite_survey own; /* the same, unless the caller has one */
    struct prediction_index predictions;
    struct arena arena;
    const uint64_t *work;           /* of each seed (work.h), for a shard; else NULL */
    struct err predictions_problem; /* the first; code OK for none */
};

/* Read both through. Fails if the suite is not as it should be. scored_files_check reports problems
 * of the predictions later, so the caller can print notices first. The paths must outlive the
 * files; `shard` is the one to score, `db` the folder of the original databases, or NULL for the
 * manifest's. On failure there is nothing to close. */
MUST_USE enum status scored_files_open(struct scored_files *f, const char *suite,
                                       const char *predictions, struct shard shard, const char *db,
                                       struct err *e);

/* The same for a suite that was surveyed before, which must outlive the files, and for predictions
 * that were just made to it: there is nothing to check. They are scored as a whole. */
MUST_USE enum status scored_files_open_made(struct scored_files *f, struct suite_survey *suite,
                                            const char *predictions, struct err *e);
MUST_USE enum status scored_files_check(struct scored_files *f, struct err *e);
void scored_files_close(struct scored_files *f);

/* Score all of them, or the shard; predictions that are a part make the scores the same part. The
 * suite of the job is the head of theirs, and its `predictions` are NULL. The sums are in `a`. If
 * `out` is not NULL, scores.json for that path is in `file`, the caller's to commit; on failure
 * there is no file. */
MUST_USE enum status score_files(struct scored_files *f, const struct score_job *job,
                                 const char *out, const struct listener *listener, struct arena *a,
                                 struct robustness *sums, struct out_file *file, struct err *e);

/* The ids of all relations in the order of tables, ended by NULL. In `a`. */
const char *const *score_relations(struct arena *a);

/* Note in scores what they are of. `suite` and `predictions` are paths; of one that is NULL, what
 * the scores say stays. In the arena of the scores. */
MUST_USE enum status score_find_origins(struct scores *s, const char *suite,
                                        const char *predictions, struct err *e);

/* Add the scores up, with relations in the order of relation.def. In `a`. */
void score_sums(struct arena *a, const struct scores *s, struct robustness *out);

/* Write scores.json with the verdicts of the writer, the members of `head`, and the sums as its
 * summary. The file is the caller's to commit; on failure there is none. */
MUST_USE enum status score_write(struct scores_writer *w, const struct scores *head,
                                 const struct robustness *sums, const char *path,
                                 struct out_file *out, struct err *e);

#endif
