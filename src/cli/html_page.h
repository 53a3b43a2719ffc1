/* html_page.h: HTML pages as files, for `teql report`, `teql test` and `teql compare`. */
#ifndef TEQL_CLI_HTML_PAGE_H
#define TEQL_CLI_HTML_PAGE_H

#include "cli/sources.h"
#include "report/comparison_html.h"
#include "report/html.h"

/* Write the page to `out`. `scores_path` is where the scores are, for the command that shows a
 * case, which the source need not have. */
MUST_USE enum status html_page_write(const struct html_source *s, const char *scores_path,
                                     const char *out, struct err *e);

/* Write the page of a comparison to `out`. */
MUST_USE enum status comparison_page_write(const struct comparison_source *s, const char *out,
                                           struct err *e);

/* "teql explain --scores FILE" for a shell; in `a`. */
const char *explain_command(struct arena *a, const char *scores_path);

#endif
