/* html_page.h: the HTML report as a file, for `teql report` and `teql test`. */
#ifndef TEQL_CLI_HTML_PAGE_H
#define TEQL_CLI_HTML_PAGE_H

#include "cli/sources.h"
#include "report/robustness.h"

/* Write the page to `out`. `suite` and `predictions` may be NULL: then it has figures only.
 * `scores_path` is where the scores are, for the command that shows a case. */
MUST_USE enum status html_page_write(const struct scores *scores, const struct robustness *sums,
                                     struct suite *suite, const struct predictions *predictions,
                                     const char *scores_path, const char *out, struct err *e);

#endif
