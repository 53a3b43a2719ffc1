/* page_data.h: the data of the page, as one JSON object.
 *
 * Seeds and cases are the rows of case_row.h. */
#ifndef TEQL_REPORT_HTML_PAGE_DATA_H
#define TEQL_REPORT_HTML_PAGE_DATA_H

#include "base/json_writer.h"
#include "report/html.h"

/* Put the object into `out`. */
MUST_USE enum status page_data_json(const struct html_source *s, struct buf *out, struct err *e);

#endif
