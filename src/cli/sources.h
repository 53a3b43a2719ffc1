/* sources.h: scores with the suite and the predictions they came from. */
#ifndef TEQL_CLI_SOURCES_H
#define TEQL_CLI_SOURCES_H

#include "report/source_files.h"

/* The verdicts on this many cases are held in memory, and a page shows this many: one with more is
 * slow to open, and nobody reads it through. */
enum { HOLD_CASES = 100000 };

/* Open scores: a file, or the folder that `teql test` worked in. Of more cases than `hold` the
 * verdicts stay in the file (scores_walk.h). */
MUST_USE enum status scores_open(struct scores *out, const char *path, uint32_t hold,
                                 struct err *e);

/* Open the suite and the predictions that `s`, read from `path`, names, or those at the paths given
 * (NULL: as named). If they are not there, the folder may have been moved as a whole: then they are
 * looked for beside the scores. On failure there is nothing to close. */
MUST_USE enum status sources_open(struct source_files *out, struct scores *s, const char *path,
                                  const char *suite, const char *predictions, struct err *e);

#endif
