/* page_data.h: the data of the page, as one JSON object.
 *
 * Lists of numbers rather than objects, where there are thousands; the script gives them names
 * again (page_data.js). A number of -1 means that there is nothing. */
#ifndef TEQL_REPORT_HTML_PAGE_DATA_H
#define TEQL_REPORT_HTML_PAGE_DATA_H

#include "base/json_writer.h"
#include "report/html.h"

/* Put the object into `out`. */
MUST_USE enum status page_data_json(const struct html_source *s, struct buf *out, struct err *e);

#endif
