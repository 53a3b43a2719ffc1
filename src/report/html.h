/* html.h: the report as one page that needs nothing else.
 *
 * The page holds the sums, and every error in full: both questions, the change, both answers and
 * their first rows. Consistent cases are only counted. Its style, script and skeleton are files
 * beside html/page_data.js; the data are a block of JSON.
 *
 * Hostile texts are shown as text: the block of JSON has no character that means something to HTML,
 * the script makes text nodes only, and the page's Content-Security-Policy admits no script and no
 * style but its own, and no request at all. */
#ifndef TEQL_REPORT_HTML_H
#define TEQL_REPORT_HTML_H

#include "report/robustness.h"
#include "suite/predictions.h"

struct html_source {
    const struct scores *scores;
    const struct robustness *sums; /* of the scores */
    struct suite
        *suite; /* what the scores are of; NULL if it is gone: then the page has no questions and
                   changes, nor for a case that is not at the same place in it */
    const struct predictions
        *predictions;    /* to that suite; NULL if they are gone: then the page has no SQL */
    struct str sample;   /* which of the cases the page has, in words; ptr NULL: all of them */
    const char *command; /* shows a case when its id is appended: "teql explain --scores FILE" */
};

/* Write the page to `f`, which the caller commits. The same source gives the same bytes. Fails if a
 * schema of the suite cannot be read or the file cannot be written. */
MUST_USE enum status html_report(const struct html_source *s, struct out_file *f, struct err *e);

#endif
