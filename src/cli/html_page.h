/* html_page.h: the HTML page of scores, and the reports in the folder of a test. */
#ifndef TEQL_CLI_HTML_PAGE_H
#define TEQL_CLI_HTML_PAGE_H

#include "cli/sources.h"
#include "report/document.h"

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
