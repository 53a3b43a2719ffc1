/* report_texts.h: the questions and SQL that a report shows, of scores that are in memory or not.
 */
#ifndef TEQL_CLI_REPORT_TEXTS_H
#define TEQL_CLI_REPORT_TEXTS_H

#include "cli/sources.h"

/* So many cases are in memory in the time that one reading takes. A page of more is slow to open,
 * and nobody reads it through. */
enum { REPORT_HOLD = 100000 };

struct report_texts {
    struct sources sources;
    struct source_files files;
    bool opened, in_parts; /* neither where there are no texts */
};

/* Do the verdicts stay in their file? Where there are none, nothing does: an empty page is whole.
 */
bool scores_are_in_parts(const struct scores *s);

/* Open them as sources_open does. On failure there are none, and nothing to close. */
MUST_USE enum status report_texts_open(struct report_texts *t, struct scores *s, const char *path,
                                       const char *suite, const char *predictions, struct err *e);
void report_texts_close(struct report_texts *t);

struct case_source report_texts_source(struct report_texts *t);

#endif
