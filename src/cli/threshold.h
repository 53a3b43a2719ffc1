/* threshold.h: conditions under which a test counts as failed (--fail-on, --baseline).
 *
 * "error-rate>5%" or "relation:SS>10%", several with commas between them; > and >=, percent or a
 * share from 0 to 1. */
#ifndef TEQL_CLI_THRESHOLD_H
#define TEQL_CLI_THRESHOLD_H

#include "base/err.h"
#include "report/paired.h"
#include "report/robustness.h"
#include "suite/suite.h"

/* Is `text` a list of conditions? E_USAGE where it is not. */
MUST_USE enum status thresholds_check(const char *text, struct err *e);

/* E_INPUT where the suite has no case of a relation that `text` names: to be known before a system
 * is asked. */
MUST_USE enum status thresholds_fit(const char *text, const struct suite *s, struct err *e);

/* E_THRESHOLD, with the condition and the figure, where one of them holds. `text` is good. */
MUST_USE enum status thresholds_apply(const char *text, const struct robustness *r, struct err *e);

/* Older scores, and how newer ones compare with them. */
struct baseline {
    struct scores older;
    struct paired_list against; /* without items where there is no baseline */
};

/* Load the older scores at `path` (NULL for no baseline) and compare. E_INPUT where the two have no
 * case in common. */
MUST_USE enum status baseline_open(struct baseline *b, const char *path, const struct scores *new,
                                   struct err *e);
void baseline_close(struct baseline *b);

/* E_THRESHOLD where the error rate, of all cases or of a relation, has risen by more than chance
 * explains. */
MUST_USE enum status baseline_check(const struct baseline *b, struct err *e);

#endif
