/* case_source.h: what was asked and said, for reports that show it.
 *
 * Scores hold verdicts; questions are in the suite, SQL is in the predictions. By the time of a
 * report either may be deleted or changed. Then the texts are absent. */
#ifndef TEQL_REPORT_CASE_SOURCE_H
#define TEQL_REPORT_CASE_SOURCE_H

#include "score/scores.h"
#include "suite/predictions.h"

struct case_source {
    const struct suite *suite;             /* what the scores are of; NULL for none */
    const struct predictions *predictions; /* to that suite; NULL for none */
};

/* Absent texts are NULL, or have a NULL ptr. */
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

/* The suite's case for the case at `place` of the scores; NULL if the suite does not have it with
 * the same seed at the same place, or if it was dropped since. */
const struct test_case *source_case(const struct suite *suite, const struct scores *scores,
                                    uint32_t place);

/* For a case whose answer should change: is the expected answer its gold, because the edit does not
 * fit the answer to the seed? If the edit does fit, the expected answer is the gold only if the
 * answer to the seed was its gold. */
bool expects_gold(const struct case_texts *t, struct str expected);

/* The SQL of an answer; "" without an answer or SQL. */
struct str said_sql(const struct answer *said);

#endif
