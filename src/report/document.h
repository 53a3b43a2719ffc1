/* document.h: a whole report, in one of several formats. */
#ifndef TEQL_REPORT_DOCUMENT_H
#define TEQL_REPORT_DOCUMENT_H

#include "report/robustness.h"

enum report_format {
    REPORT_TEXT,
    REPORT_JSON,
    REPORT_CSV,
    REPORT_MARKDOWN,
    REPORT_JUNIT,
    REPORT_LATEX,
    REPORT_HTML /* not written here but by html_report, which needs the texts too */
};

/* Append it, in any format but HTML. `out` must be large enough for a line a case in JUnit's
 * format.
 */
void document_put(struct buf *out, enum report_format format, const struct scores *s,
                  const struct robustness *r);

/* Write it to the file at `path` ("-": standard output). */
MUST_USE enum status document_write(const char *path, enum report_format format,
                                    const struct scores *s, const struct robustness *r,
                                    struct err *e);

#endif
