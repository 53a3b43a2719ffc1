/* document.h: a whole report, in one of several formats. */
#ifndef TEQL_REPORT_DOCUMENT_H
#define TEQL_REPORT_DOCUMENT_H

#include "report/paired.h"
#include "report/robustness.h"
#include "report/source_files.h"

enum report_format {
    REPORT_TEXT,
    REPORT_JSON,
    REPORT_CSV,
    REPORT_MARKDOWN,
    REPORT_JUNIT,
    REPORT_LATEX,
    REPORT_CASES, /* CSV with a row for each case */
    REPORT_HTML   /* written by html_report, which needs the texts too */
};

/* What a report is about. */
struct report_subject {
    const struct scores *scores;
    const struct robustness *sums;
    const struct paired_list *against; /* older scores compared with these, or NULL */
    struct str older;                  /* their name */
    struct source_files *texts;        /* for JUnit's format and CSV by case, or NULL */
};

/* Append it, in any format but HTML. In JUnit's format it has a line for each case. */
void document_put(struct buf *out, enum report_format format, const struct report_subject *s);

/* Write it to the file at `path` ("-": standard output). */
MUST_USE enum status document_write(const char *path, enum report_format format,
                                    const struct report_subject *s, struct err *e);

#endif
