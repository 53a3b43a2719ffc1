/* case_source.h: what was asked and said, for reports that show it.
 *
 * Scores have verdicts; questions are in the suite, SQL is in the predictions. Either may be gone
 * by the time of a report, or have become something else. Then the texts are absent. */
#ifndef TEQL_REPORT_CASE_SOURCE_H
#define TEQL_REPORT_CASE_SOURCE_H

#include "score/scores.h"
#include "suite/predictions.h"

struct case_source {
    const struct suite *suite;             /* what the scores are of; NULL for none */
    const struct predictions *predictions; /* to that suite; NULL for none */
    struct source_files *files; /* that they are read from part by part, in place of these two
                                   (source_files.h); NULL for none */
};

/* NULL, or ptr NULL, for what there is not. */
struct case_texts {
    const struct seed *seed;
    const struct test_case *asked;
    const struct answer *before, *after; /* to the seed, to the case */
};

/* Of the case at `place` of the scores. */
struct case_texts case_texts_of(const struct case_source *s, const struct scores *scores,
                                uint32_t place);

/* Of the seed at `place` of the scores: `seed`, and `before`. */
struct case_texts seed_texts_of(const struct case_source *s, const struct scores *scores,
                                uint32_t place);

/* The case of the suite that the case at `place` of the scores is; NULL where the suite does not
 * have it with the same seed at the same place, or where it was dropped since. */
const struct test_case *source_case(const struct suite *suite, const struct scores *scores,
                                    uint32_t place);

/* Is what was expected of a case whose answer should change its gold, for want of an edit that has
 * a place in the answer to the seed? An answer with such a place becomes the gold only where it was
 * that of the seed. */
bool expects_gold(const struct case_texts *t, struct str expected);

/* "" for no answer, or one without SQL. */
struct str said_sql(const struct answer *said);

#endif
