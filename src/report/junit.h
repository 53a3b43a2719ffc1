/* junit.h: scores as JUnit's XML, which CI systems show. */
#ifndef TEQL_REPORT_JUNIT_H
#define TEQL_REPORT_JUNIT_H

#include "report/report_out.h"
#include "report/robustness.h"
#include "report/source_files.h"

/* A test suite "seeds", with a test of the class "seed" for each: passed if its answer is right,
 * skipped if that is unknown, else failed, with the gold and the rows of both. Then a test suite
 * for each relation, with a test for each case: passed if it is consistent, skipped if it was not
 * judged, else failed, with cause, both questions, the change, both answers, the message and the
 * differences, as far as `texts` has them, which may be NULL. Long texts are cut. Characters that
 * XML 1.0 cannot hold become U+FFFD. */
MUST_USE enum status junit_report(struct report_out *out, const struct scores *s,
                                  const struct robustness *r, struct source_files *texts,
                                  struct err *e);

#endif
