/* threshold.h: conditions under which a test counts as failed (--fail-on).
 *
 * "error-rate>5%", "right<80%", "relation:SS>10%", "p95-ms>2000", several with commas between them;
 * percent or a share from 0 to 1, or milliseconds. The figures are in the table of threshold.c. */
#ifndef TEQL_REPORT_THRESHOLD_H
#define TEQL_REPORT_THRESHOLD_H

#include "base/err.h"
#include "report/robustness.h"

/* Is `text` a list of conditions? E_USAGE where it is not. */
MUST_USE enum status thresholds_check(const char *text, struct err *e);

/* E_INPUT where the suite, which has cases of the n `relations`, has none of one that `text` names,
 * or none at all: to be known before a system is asked. */
MUST_USE enum status thresholds_fit(const char *text, const struct str *relations, uint32_t n,
                                    struct err *e);

/* Tell each condition, in a line without its end: its figure, and whether it holds. E_THRESHOLD,
 * with the conditions and figures, where some of them hold; E_INPUT where a figure is of too
 * little. `text` is good. */
MUST_USE enum status thresholds_apply(const char *text, const struct robustness *r,
                                      void (*tell)(const char *line), struct err *e);

#endif
