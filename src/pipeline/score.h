/* score.h: a suite and predictions turned into scores. */
#ifndef TEQL_PIPELINE_SCORE_H
#define TEQL_PIPELINE_SCORE_H

#include "base/listener.h"
#include "report/robustness.h"
#include "score/scorer.h"
#include "score/scores.h"

struct stage_progress;

/* What is to be scored, and how. */
struct score_job {
    struct suite *suite;
    struct shard shard; /* of files; zeroed for what the predictions are of, or all of it */
    const struct predictions *predictions; /* to the whole suite, or a part of them */
    const char *predictions_path; /* for the scores to tell; NULL: only the verdicts are wanted */
    const char *system;           /* what was asked; NULL where unknown */
    const char *key, *how;        /* for the scores to keep; NULL for none */
    const char *db;               /* folder of the original databases; NULL for the manifest's */
    struct score_options options;
    uint32_t workers;
    struct stage_progress *progress; /* of seeds and cases; NULL: nothing is shown */
};

/* Score a suite that is in memory, for its verdicts: there is no shard, and no path of predictions.
 * The scores refer to texts of the order, the suite and the predictions. They say by which measure
 * they were judged: where nothing could be run, that is exact set match. On failure there is
 * nothing to release. */
MUST_USE enum status score_suite(const struct score_job *job, const struct listener *listener,
                                 struct scores *out, struct err *e);

/* The steps of it, for a suite that is scored part by part (score_parts.h). The head: what the
 * scores are of, and the seeds that are to be scored; of the suite all is known but seeds and
 * cases, and `work` is that of its seeds (work.h). Then each part, with predictions to it; *ran
 * tells of all of them whether there was a database. Then the measure, where `answered` is whether
 * a seed was. */
MUST_USE enum status score_head(const struct score_job *job, const uint64_t *work,
                                struct scores *out, struct place_range *seeds, struct err *e);
MUST_USE enum status score_verdicts(const struct score_job *job, const struct listener *listener,
                                    struct scores *out, bool *ran, struct err *e);
void score_settle(const struct score_job *job, const struct listener *listener, bool answered,
                  bool ran, struct scores *out);

/* Answers to questions that were edited since are answers to others: a notice. */
void score_tell_edits(const struct score_job *job, const struct listener *listener,
                      const struct scores *head);

/* The ids of all relations in the order of tables, ended by NULL. In `a`. */
const char *const *score_relations(struct arena *a);

/* Say of scores what they are of: `suite` and `predictions` are paths, where NULL what they said
 * stays. In the arena of the scores. */
MUST_USE enum status score_find_origins(struct scores *s, const char *suite,
                                        const char *predictions, struct err *e);

/* Add the scores up, with relations in the order of relation.def. Lives in `a`. */
void score_sums(struct arena *a, const struct scores *s, struct robustness *out);

/* Write scores.json, with the sums as its summary: the verdicts that were handed to the writer,
 * with the head of `head`. The file is then the caller's to commit; on failure there is none. */
MUST_USE enum status score_write(struct scores_writer *w, const struct scores *head,
                                 const struct robustness *sums, const char *path,
                                 struct out_file *out, struct err *e);

#endif
