/* html_page.h: HTML pages as files, for `teql report`, `teql test` and `teql compare`. */
#ifndef TEQL_CLI_HTML_PAGE_H
#define TEQL_CLI_HTML_PAGE_H

#include "cli/sources.h"
#include "report/comparison_html.h"
#include "report/html.h"

/* Scores, in memory or not, and what a page shows of them. */
struct scores_page {
    const struct scores *scores;
    const struct robustness *sums;
    struct source_files *texts; /* no others can be read of them after that; NULL for none */
    const char *path;           /* of the scores */
    uint32_t hold; /* of scores that are not in memory, it shows about this many cases */
};

/* Write the page to `out`. */
MUST_USE enum status scores_page_write(const struct scores_page *p, const char *out, struct err *e);

/* Write the page of a comparison to `out`. */
MUST_USE enum status comparison_page_write(const struct comparison_source *s, const char *out,
                                           struct err *e);

/* "teql explain --scores FILE" for a shell; in `a`. */
const char *explain_command(struct arena *a, const char *scores_path);

#endif
