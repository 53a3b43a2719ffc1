/* sources.h: scores with the suite and the predictions they came from. */
#ifndef TEQL_CLI_SOURCES_H
#define TEQL_CLI_SOURCES_H

#include "report/source_files.h"

struct sources {
    struct suite suite;
    struct predictions predictions;
};

/* So many are in memory in the time that one reading takes. A page of more is slow to open, and
 * nobody reads it through. */
enum { HOLD_CASES = 100000 };

/* Load scores from a file, or from the folder that `teql test` worked in. */
MUST_USE enum status scores_open(struct scores *out, const char *path, struct err *e);

/* The same without holding more cases than that in memory (scores_walk.h). */
MUST_USE enum status scores_open_large(struct scores *out, const char *path, uint32_t hold,
                                       struct err *e);

/* Open the suite and the predictions that `s`, read from `path`, names, or those at the paths given
 * (NULL: as named). Where what is named is gone, the folder may have been moved as a whole: then
 * they are looked for beside the scores. */
MUST_USE enum status sources_open(struct sources *out, struct scores *s, const char *path,
                                  const char *suite, const char *predictions, struct err *e);
void sources_close(struct sources *s);

/* The same for scores that are not held in memory. */
MUST_USE enum status sources_open_large(struct source_files *out, struct scores *s,
                                        const char *path, const char *suite,
                                        const char *predictions, struct err *e);

#endif
