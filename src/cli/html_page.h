/* html_page.h: HTML pages as files, for `teql report`, `teql test` and `teql compare`. */
#ifndef TEQL_CLI_HTML_PAGE_H
#define TEQL_CLI_HTML_PAGE_H

#include "cli/report_texts.h"
#include "report/comparison_html.h"
#include "report/html.h"

/* Write the page to `out`. `scores_path` is where the scores are, for the command that shows a
 * case, which the source need not have. */
MUST_USE enum status html_page_write(const struct html_source *s, const char *scores_path,
                                     const char *out, struct err *e);

/* Scores, in memory or not, and what a page shows of them. */
struct scores_page {
    const struct scores *scores;
    const struct robustness *sums;
    struct report_texts *texts;
    const char *path; /* of the scores */
    uint32_t hold;    /* of scores that are not in memory, it shows about so many cases */
};

MUST_USE enum status scores_page_write(const struct scores_page *p, const char *out, struct err *e);

/* Write the page of a comparison to `out`. */
MUST_USE enum status comparison_page_write(const struct comparison_source *s, const char *out,
                                           struct err *e);

/* "teql explain --scores FILE" for a shell; in `a`. */
const char *explain_command(struct arena *a, const char *scores_path);

#endif
