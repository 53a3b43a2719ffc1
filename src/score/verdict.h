/* verdict.h: what became of a seed and its cases. */
#ifndef TEQL_SCORE_VERDICT_H
#define TEQL_SCORE_VERDICT_H

#include "base/str.h"

#include <stdint.h>

enum cause {
#define CAUSE(id, name, judged) CAUSE_##id,
#include "score/cause.def"
#undef CAUSE
    N_CAUSES
};

/* A name for people and files: "consistent", "system error", … */
const char *cause_name(enum cause c);

/* Does a case with this cause count in the error rate? */
bool cause_is_judged(enum cause c);

enum truth { UNKNOWN, NO, YES };

/* By exact set match and by execution. UNKNOWN where the measure cannot tell: no gold, no database,
 * SQL that Spider's grammar does not have. */
struct truths {
    enum truth exact, execution;
};

struct case_verdict {
    enum cause cause; /* by the measure that was asked for */
    struct truths consistent, right;
    struct str message; /* why, where an answer does not run; may be empty */
};

struct seed_verdict {
    struct truths right;
    struct str message;
    struct case_verdict *cases; /* in the order of the suite */
    uint32_t n_cases;
};

#endif
