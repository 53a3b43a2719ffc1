/* comparison_data.h: what the page of a comparison reads, as JSON. */
#ifndef TEQL_REPORT_HTML_COMPARISON_DATA_H
#define TEQL_REPORT_HTML_COMPARISON_DATA_H

#include "report/comparison_html.h"

/* One object. Seeds and cases are shaped like those of the report's page (page_data.c), so that the
 * same script lists, filters and searches them; behind the members of a case stand its outcomes, a
 * system each: null, or [cause, answer to the seed, answer to the case, message]. Of a system of
 * several runs these are of one of them, and behind them stand its number, the runs in which the
 * case is an error, and those that judged it. E_LIMIT where it is too much for one page. */
MUST_USE enum status comparison_data_json(const struct comparison_source *s, struct buf *out,
                                          struct err *e);

#endif
