/* measure.h: how well the questions of suites, pairs, datasets and texts read. */
#ifndef TEQL_RATING_MEASURE_H
#define TEQL_RATING_MEASURE_H

#include "base/buf.h"
#include "model/rater.h"

enum fluency_format { FLUENCY_TEXT, FLUENCY_JSON, FLUENCY_CSV };

/* What is found out: ratings before and after changes; how often a question that was garbled on
 * purpose is rated lower, which tries the model; which changed questions do not parse though their
 * originals do. */
enum fluency_aim { FLUENCY_RATINGS, FLUENCY_OF_GARBLED, FLUENCY_GRAMMAR };

struct measure_job {
    const char *suite; /* before the others; NULL for none */
    char *const *sets; /* paths: what is there tells what it is (question_sets.h) */
    uint32_t n_sets;
    const struct rater_settings *rater; /* of all but FLUENCY_GRAMMAR */
    enum fluency_aim aim;
    int format;           /* enum fluency_format */
    uint32_t random_seed; /* of what is garbled */
};

/* Append the figures, as text, lines of JSON or CSV. */
MUST_USE enum status measure_fluency(const struct measure_job *o, const struct listener *listener,
                                     struct buf *out, struct err *e);

#endif
