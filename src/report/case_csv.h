/* case_csv.h: scores as CSV with a row for each case (RFC 4180). */
#ifndef TEQL_REPORT_CASE_CSV_H
#define TEQL_REPORT_CASE_CSV_H

#include "base/buf.h"
#include "report/case_source.h"
#include "report/report_out.h"

/* A row of names, then a row for each case in the order of the scores. What is not known is empty.
 * Lines of texts stay lines; what would steer a terminal is made safe. */
MUST_USE enum status case_csv(struct report_out *out, const struct scores *s,
                              const struct case_source *source, struct err *e);

#endif
