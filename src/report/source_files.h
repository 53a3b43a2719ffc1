/* source_files.h: the suite and the predictions that scores came from, read in step with them.
 *
 * For scores that are read part by part (scores_walk.h): only the texts of the current part are in
 * memory. */
#ifndef TEQL_REPORT_SOURCE_FILES_H
#define TEQL_REPORT_SOURCE_FILES_H

#include "report/case_source.h"
#include "suite/prediction_index.h"
#include "suite/suite_reader.h"

struct source_files {
    struct suite_reader suite;
    struct prediction_index predictions;
    struct suite part; /* of the suite, with … */
    struct predictions answers;
    bool is_open; /* … answers to it */
};

/* Read both once to check them; errors are those of suite_open and predictions_load. The paths must
 * stay valid. On failure there is nothing to close. */
MUST_USE enum status source_files_open(struct source_files *f, const char *suite,
                                       const char *predictions, struct err *e);
void source_files_close(struct source_files *f);

/* Read the texts of the seeds of the scores, which are in memory, with schemas, into `part` and
 * `answers`. They are valid until the files are closed. Nothing can be read after them: the index
 * of the other answers is released. */
MUST_USE enum status source_files_read(struct source_files *f, const struct scores *s,
                                       struct err *e);

/* Start at the first part of the scores. Does nothing if the source is in memory. */
void case_source_begin(const struct case_source *s);

/* The texts of that part of the scores, valid until the next call. A source in memory is returned
 * as it is. */
MUST_USE enum status case_source_move(const struct case_source *s, const struct scores *part,
                                      struct case_source *out, struct err *e);

#endif
