/* cause.h: what a verdict on a case comes to, and by which measure. */
#ifndef TEQL_SCORE_CAUSE_H
#define TEQL_SCORE_CAUSE_H

#include "base/record.h"

enum cause {
#define CAUSE(id, name, judged) CAUSE_##id,
#include "score/cause.def"
#undef CAUSE
    N_CAUSES
};

/* A name for people and files: "consistent", "system error", … */
const char *cause_name(enum cause c);
extern const struct name_list CAUSE_NAMES;

/* Does a case with this cause count in the error rate? */
bool cause_is_judged(enum cause c);

/* Judged, and not consistent. */
bool cause_is_error(enum cause c);

enum truth { UNKNOWN, NO, YES };

/* By each measure. UNKNOWN where the measure cannot tell: no gold, no database, SQL that Spider's
 * grammar does not have; strict is only looked at where it is asked for, or decides. */
struct truths {
    enum truth exact, execution, strict;
};

#endif
