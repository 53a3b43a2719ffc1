/* baseline.h: failing a test that came out worse than an older one (--baseline). */
#ifndef TEQL_CLI_BASELINE_H
#define TEQL_CLI_BASELINE_H

#include "report/paired.h"

/* Older scores, and how newer ones compare with them. */
struct baseline {
    struct scores older;
    struct paired_list against; /* without items if there is no baseline */
};

/* Read the older scores at `path` (NULL for no baseline) and compare. If there are many, neither is
 * held in memory. E_INPUT if the two have no case in common, or were judged by different measures.
 */
MUST_USE enum status baseline_open(struct baseline *b, const char *path, const struct scores *new,
                                   struct err *e);
void baseline_close(struct baseline *b);

/* E_THRESHOLD if the error rate, of all cases or of a relation, has risen by more than chance
 * explains, or right answers were lost. */
MUST_USE enum status baseline_check(const struct baseline *b, struct err *e);

#endif
