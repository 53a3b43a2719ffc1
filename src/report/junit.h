/* junit.h: scores as JUnit's XML, which CI systems show. */
#ifndef TEQL_REPORT_JUNIT_H
#define TEQL_REPORT_JUNIT_H

#include "report/robustness.h"

/* A test suite for each relation, a test for each case: passed where it is consistent, skipped
 * where it was not judged, failed with cause and message otherwise. Characters that XML cannot hold
 * become U+FFFD. */
void junit_report(struct buf *out, const struct scores *s, const struct robustness *r);

#endif
