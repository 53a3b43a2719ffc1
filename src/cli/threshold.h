/* threshold.h: conditions under which a test counts as failed (--fail-on).
 *
 * "error-rate>5%" or "relation:SS>10%", several with commas between them; > and >=, percent or a
 * share from 0 to 1. */
#ifndef TEQL_CLI_THRESHOLD_H
#define TEQL_CLI_THRESHOLD_H

#include "base/err.h"
#include "report/robustness.h"

/* Is `text` a list of conditions? E_USAGE where it is not. */
MUST_USE enum status thresholds_check(const char *text, struct err *e);

/* E_THRESHOLD, with the condition and the figure, where one of them holds. `text` is good. */
MUST_USE enum status thresholds_apply(const char *text, const struct robustness *r, struct err *e);

/* Hold `s` against the older scores in the file at `baseline`. E_THRESHOLD where the error rate, of
 * all cases or of a relation, has risen by more than chance explains; E_INPUT where the two have no
 * cases in common. */
MUST_USE enum status regression_check(const struct scores *s, const char *baseline, struct err *e);

#endif
