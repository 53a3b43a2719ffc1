/* case_csv.h: scores as CSV with a row for each case (RFC 4180). */
#ifndef TEQL_REPORT_CASE_CSV_H
#define TEQL_REPORT_CASE_CSV_H

#include "base/buf.h"
#include "report/case_source.h"

/* A row of names, then a row for each case in the order of the scores. What is not known is empty.
 * Lines of texts stay lines; what would steer a terminal is made safe. */
void case_csv(struct buf *out, const struct scores *s, const struct case_source *source);

#endif
