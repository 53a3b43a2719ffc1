/* sources.h: scores with the suite and the predictions they came from. */
#ifndef TEQL_CLI_SOURCES_H
#define TEQL_CLI_SOURCES_H

#include "score/scores.h"
#include "suite/predictions.h"

struct sources {
    struct suite suite;
    struct predictions predictions;
};

/* Load scores from a file, or from the folder that `teql test` worked in. */
MUST_USE enum status scores_open(struct scores *out, const char *path, struct err *e);

/* Open the suite and the predictions that `s` names, or those at the paths given (NULL: as named).
 */
MUST_USE enum status sources_open(struct sources *out, struct scores *s, const char *suite,
                                  const char *predictions, struct err *e);
void sources_close(struct sources *s);

#endif
