/* case_text.h: one case in full, for a terminal. */
#ifndef TEQL_REPORT_CASE_TEXT_H
#define TEQL_REPORT_CASE_TEXT_H

#include "base/buf.h"
#include "score/scores.h"
#include "suite/predictions.h"

struct explained_case {
    const struct scored_case *verdict;
    struct str relation;             /* its name; ptr NULL where unknown */
    const struct truths *seed_right; /* the answer before, against the gold */
    bool seed_flaky;
    const struct suite_seed *seed;
    const struct suite_case *asked;
    const struct schema *schema_before, *schema_after; /* of the seed, of the case */
    const struct prediction *before, *after;           /* NULL where nothing was asked */
};

/* What changed, what was said before and after, where it differs, and what came out of it. */
void case_text(struct buf *out, const struct explained_case *c);

/* The seed at `place` of the scores: what was asked and said, and what became of its cases. */
void seed_text(struct buf *out, const struct scores *scores, uint32_t place,
               const struct suite_seed *asked, const struct prediction *said);

/* Each of the differences of an error (JSON, as scores.json has it; ptr NULL for none) on a line.
 */
void differences_text(struct buf *out, struct arena *a, struct str differences);

#endif
