/* test_reports.h: the reports in the folder of a test or an attack. */
#ifndef TEQL_CLI_TEST_REPORTS_H
#define TEQL_CLI_TEST_REPORTS_H

#include "pipeline/testing.h"
#include "report/document.h"

/* Write report.txt and report.html, of scores that are in their place. The subject need not have
 * texts. */
MUST_USE enum status test_reports_write(struct testing *t, const struct report_subject *subject,
                                        struct err *e);

#endif
