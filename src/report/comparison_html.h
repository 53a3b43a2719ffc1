/* comparison_html.h: several systems on one page that needs nothing else.
 *
 * The page has the figures of each system with their intervals, by relation and by capability, what
 * each is against each of the others, and the cases that break some of them only. It is made like
 * the report's (html.h), of the same parts, and as safe. */
#ifndef TEQL_REPORT_COMPARISON_HTML_H
#define TEQL_REPORT_COMPARISON_HTML_H

#include "report/case_source.h"
#include "report/comparison.h"
#include "report/differing.h"

/* What is shown of a system besides figures, by run. */
struct compared_texts {
    struct runs runs; /* its own, or seeds that were chosen of them (scores_select), the same for
                         all systems; in memory */
    const struct case_source *sources; /* without them there are no questions, no SQL */
    const char *const *commands; /* shows a case when its id is put behind: "teql explain --scores
                                    FILE" */
};

struct comparison_source {
    const struct system_comparison *comparison; /* of COMPARED_MAX systems at most, for a page */
    const struct compared_texts *texts;         /* of each system */
};

/* Write the page to `f`, which stays the caller's to commit. The same source gives the same bytes.
 */
MUST_USE enum status comparison_html(const struct comparison_source *s, struct out_file *f,
                                     struct err *e);

#endif
