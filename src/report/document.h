/* document.h: a whole report, in one of several formats. */
#ifndef TEQL_REPORT_DOCUMENT_H
#define TEQL_REPORT_DOCUMENT_H

#include "base/spool.h"
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

/* The formats with a line for each case */

/* A report that is written to memory or to a file. Its text is collected in `text`, and passed on
 * to the file from time to time, so that it stays small. */
struct report_out {
    struct buf *text;
    struct out_file *file; /* NULL: everything stays in `text` */
    const char *path;      /* of the file, or NULL */
};

/* Write the text to the file: if there is much of it; in any case. */
MUST_USE enum status report_out_pass(struct report_out *out, struct err *e);
MUST_USE enum status report_out_flush(struct report_out *out, struct err *e);

/* A row of names; then, in the order of the scores, a row for each seed, with "seed" as its
 * relation, followed by a row for each of its cases. Unknown values are empty. Texts keep their
 * line ends, but control characters are made safe. `texts` may be NULL. */
MUST_USE enum status case_csv(struct report_out *out, const struct scores *s,
                              struct source_files *texts, struct err *e);

/* A test suite "seeds", with a test of the class "seed" for each: passed if its answer is right,
 * skipped if that is unknown, else failed, with the gold and the rows of both. Then a test suite
 * for each relation, with a test for each case: passed if it is consistent, skipped if it was not
 * judged, else failed, with cause, both questions, the change, both answers, the message and the
 * differences, if `texts` has them; it may be NULL. Long texts are cut. Characters that
 * XML 1.0 cannot hold become U+FFFD. */
MUST_USE enum status junit_report(struct report_out *out, const struct scores *s,
                                  const struct robustness *r, struct source_files *texts,
                                  struct err *e);

#endif
