/* source_files.h: the suite and the predictions that scores came from, read in step with them.
 *
 * Scores are read batch by batch (scores_walk.h): only the texts of the current batch are in
 * memory. */
#ifndef TEQL_REPORT_SOURCE_FILES_H
#define TEQL_REPORT_SOURCE_FILES_H

#include "report/case_source.h"
#include "suite/prediction_index.h"
#include "suite/suite_reader.h"

struct source_files {
    struct suite_reader suite;
    struct prediction_index predictions;
    struct suite batch;         /* of the suite … */
    struct predictions answers; /* … and what was answered to it */
    bool has_batch;
};

/* Read both once to check them; errors are those of suite_open and predictions_load. The paths must
 * outlive `f`. On failure there is nothing to close. */
MUST_USE enum status source_files_open(struct source_files *f, const char *suite,
                                       const char *predictions, struct err *e);
void source_files_close(struct source_files *f);

/* Visit the batches of the scores with their texts, which are good during the visit. `f` may be
 * NULL: then batches have no texts. A visit that fails ends the walk. */
typedef enum status batch_visitor(void *ctx, const struct scores *batch,
                                  const struct case_source *source, struct err *e);
MUST_USE enum status source_files_walk(struct source_files *f, const struct scores *s,
                                       batch_visitor *visit, void *ctx, struct err *e);

/* Read the texts of the seeds of the scores, which are in memory, with schemas, into `batch` and
 * `answers`. They are good until the files are closed. Nothing can be read after them: the index
 * of the other answers is released. */
MUST_USE enum status source_files_read(struct source_files *f, const struct scores *s,
                                       struct err *e);

#endif
