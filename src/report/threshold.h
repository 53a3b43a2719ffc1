/* threshold.h: conditions under which a test counts as failed (--fail-on).
 *
 * "error-rate>5%", "right<80%", "relation:SS>10%", "p95-ms>2000", separated by commas; limits are
 * percentages, shares from 0 to 1, or milliseconds. The figures are in the table of threshold.c. */
#ifndef TEQL_REPORT_THRESHOLD_H
#define TEQL_REPORT_THRESHOLD_H

#include "base/err.h"
#include "report/robustness.h"

/* Check that `text` is a list of conditions; else E_USAGE. */
MUST_USE enum status thresholds_check(const char *text, struct err *e);

/* E_INPUT if the suite, which has cases of the n `relations`, has no case of a relation in `text`,
 * or no cases at all. So this is reported before a system is asked. */
MUST_USE enum status thresholds_fit(const char *text, const struct str *relations, uint32_t n,
                                    struct err *e);

/* Report each condition with its figure, and whether it holds, in a line without line end.
 * E_THRESHOLD, with the conditions and figures, if any holds; E_INPUT if a figure is based on too
 * little. `text` has been checked. */
MUST_USE enum status thresholds_apply(const char *text, const struct robustness *r,
                                      void (*report)(const char *line), struct err *e);

#endif
