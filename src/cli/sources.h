/* sources.h: scores with the suite and the predictions they came from. */
#ifndef TEQL_CLI_SOURCES_H
#define TEQL_CLI_SOURCES_H

#include "report/source_files.h"

/* The verdicts on this many cases are held in memory, and a page shows this many: with more it
 * would open slowly, and nobody would read it through. */
enum { HOLD_CASES = 100000 };

/* Open scores: a file, or the folder of `teql test`. If there are more cases than `hold`, the
 * verdicts stay in the file (scores_walk.h). */
MUST_USE enum status scores_open(struct scores *out, const char *path, uint32_t hold,
                                 struct err *e);

/* Open the suite and the predictions at the paths given; NULL: those that `s`, read from `path`,
 * names. If these are not there, the folder may have been moved as a whole: then those beside the
 * scores are opened. On failure there is nothing to close. */
MUST_USE enum status sources_open(struct source_files *out, struct scores *s, const char *path,
                                  const char *suite, const char *predictions, struct err *e);

#endif
