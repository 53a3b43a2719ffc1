/* comparison_data.h: the data of a comparison's page, as JSON. */
#ifndef TEQL_REPORT_HTML_COMPARISON_DATA_H
#define TEQL_REPORT_HTML_COMPARISON_DATA_H

#include "report/comparison_html.h"

/* One object. Seeds and cases have the fields of the report's page, so that one script lists,
 * filters and searches both. A case has one member more: the outcome of each system, or null. For a
 * system of several runs, the outcome is that of one of them. E_LIMIT if it is too much for one
 * page. */
MUST_USE enum status comparison_data_json(const struct comparison_source *s, struct buf *out,
                                          struct err *e);

#endif
