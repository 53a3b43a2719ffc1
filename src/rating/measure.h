/* measure.h: how well the questions of suites, pairs, datasets and texts read. */
#ifndef TEQL_RATING_MEASURE_H
#define TEQL_RATING_MEASURE_H

#include "base/buf.h"
#include "model/rater.h"

enum fluency_format { FLUENCY_TEXT, FLUENCY_JSON, FLUENCY_CSV };

struct measure_job {
    const char *suite; /* before the others; or NULL */
    char *const *sets; /* paths; the content shows what each is (question_sets.h) */
    uint32_t n_sets;
    const struct rater_settings *rater; /* not used if grammar is checked */
    bool grammar_check; /* list the changed questions that do not parse though their originals do */
    int format;         /* enum fluency_format */
};

/* Append the figures, as text, lines of JSON or CSV. */
MUST_USE enum status measure_fluency(const struct measure_job *o, const struct listener *listener,
                                     struct buf *out, struct err *e);

#endif
