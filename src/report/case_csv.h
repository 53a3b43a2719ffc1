/* case_csv.h: scores as CSV with a row for each seed and case (RFC 4180). */
#ifndef TEQL_REPORT_CASE_CSV_H
#define TEQL_REPORT_CASE_CSV_H

#include "base/buf.h"
#include "report/report_out.h"
#include "report/source_files.h"

/* A row of names; then, in the order of the scores, a row for each seed, with "seed" as its
 * relation, followed by a row for each of its cases. Unknown values are empty. Texts keep their
 * line ends, but control characters are made safe. `texts` may be NULL. */
MUST_USE enum status case_csv(struct report_out *out, const struct scores *s,
                              struct source_files *texts, struct err *e);

#endif
