/* comparison_html.h: several systems on one page that needs nothing else.
 *
 * The page has the figures of each system with their intervals, by relation and by capability, each
 * pair of systems compared, and the cases that break only some systems. It is made of the same
 * scripts as the report's page (html.h), and is as safe. */
#ifndef TEQL_REPORT_COMPARISON_HTML_H
#define TEQL_REPORT_COMPARISON_HTML_H

#include "report/case_source.h"
#include "report/comparison.h"
#include "report/differing.h"

/* The texts of a system, by run. */
struct compared_texts {
    struct runs runs; /* its runs, or chosen seeds of them (scores_select), the same for all
                         systems; in memory */
    const struct case_source *sources; /* without texts, there are no questions and no SQL */
    const char *const
        *commands; /* shows a case when its id is appended: "teql explain --scores FILE" */
};

struct comparison_source {
    const struct system_comparison *comparison; /* at most COMPARED_MAX systems, for a page */
    const struct compared_texts *texts;         /* of each system */
};

/* Write the page to `f`, which the caller commits. The same source gives the same bytes. */
MUST_USE enum status comparison_html(const struct comparison_source *s, struct out_file *f,
                                     struct err *e);

#endif
