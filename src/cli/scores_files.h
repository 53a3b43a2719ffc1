/* scores_files.h: scores with the suite and the predictions they came from, and reports of them. */
#ifndef TEQL_CLI_SCORES_FILES_H
#define TEQL_CLI_SCORES_FILES_H

#include "report/document.h"
#include "report/source_files.h"

/* The verdicts on this many cases are held in memory, and a page shows this many: with more it
 * would open slowly, and nobody would read it through. */
enum { HOLD_CASES = 100000 };

/* Open scores: a file, or the folder of `teql test`. If there are more cases than `hold`, the
 * verdicts stay in the file (scores_walk.h). */
MUST_USE enum status scores_open(struct scores *out, const char *path, uint32_t hold,
                                 struct err *e);

/* Open the suite and the predictions at these paths. For a path that is NULL, the scores `s` name
 * it. If nothing is there, the whole folder was perhaps moved: then what is beside the scores, at
 * `path`, is opened. On failure there is nothing to close. */
MUST_USE enum status sources_open(struct source_files *out, struct scores *s, const char *path,
                                  const char *suite, const char *predictions, struct err *e);

/* Write the page of a report to `out`. It has the texts of the subject, after which no others can
 * be read of them. If the scores, which are at `path`, are not in memory, it shows about `hold` of
 * the cases. */
MUST_USE enum status scores_page_write(const struct report_subject *subject, const char *path,
                                       uint32_t hold, const char *out, struct err *e);

/* Write report.txt and report.html into the folder of a test, an attack, or what was merged of
 * them: suite, answers and scores are there. The subject, which has no texts, is about `scores`. */
MUST_USE enum status folder_reports_write(const char *folder, struct scores *scores,
                                          const struct report_subject *subject, uint32_t hold,
                                          struct err *e);

/* "teql explain --scores FILE" for a shell; in `a`. */
const char *explain_command(struct arena *a, const char *scores_path);

#endif
