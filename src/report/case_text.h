/* case_text.h: one case or seed in full, for a terminal. */
#ifndef TEQL_REPORT_CASE_TEXT_H
#define TEQL_REPORT_CASE_TEXT_H

#include "base/buf.h"
#include "score/scores.h"
#include "suite/predictions.h"

struct explained_case {
    const struct verdict *verdict;
    struct str relation;             /* its name; ptr NULL where unknown */
    const struct truths *seed_right; /* is the answer to the seed right? */
    bool seed_flaky;
    const struct seed *seed;
    const struct test_case *asked;
    const struct schema *schema_before, *schema_after; /* of the seed, of the case */
    const struct migration *migration;   /* from the one to the other; NULL where there is none */
    const struct answer *before, *after; /* NULL where nothing was asked */
};

/* What changed, what was said before and after, where it differs, and what came out of it. */
void case_text(struct buf *out, const struct explained_case *c);

/* The seed at `place` of the scores: what was asked and said, and what became of its cases. */
void seed_text(struct buf *out, const struct scores *scores, uint32_t place,
               const struct seed *asked, const struct answer *said);

/* What changed, as people write it: "inserted: Please, at: 0". */
void change_text(struct buf *out, struct arena *a, struct str change);

/* Each of the differences of an error on a line. */
void differences_text(struct buf *out, struct arena *a, const struct diagnosis *d);

#endif
