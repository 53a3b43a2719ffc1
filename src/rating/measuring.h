/* measuring.h: questions being measured. Private to measure.c and its companions. */
#ifndef TEQL_RATING_MEASURING_H
#define TEQL_RATING_MEASURING_H

#include "rating/measure.h"
#include "rating/question_sets.h"
#include "report/fluency_tables.h"

struct measuring {
    const struct measure_job *job;
    const struct listener *listener;
    struct arena arena;
    struct rater *rater; /* NULL where grammar is checked */
    struct question_set *sets;
    struct rated_set *rated; /* one for each */
    uint32_t n_sets;
};

/* Append a table as text or CSV. */
void measuring_put_table(struct buf *out, int format, const struct table *t, bool head);

/* measure_garbled.c */
MUST_USE enum status measure_garbled(struct measuring *m, struct buf *out, struct err *e);

/* measure_grammar.c: no rater is needed. */
MUST_USE enum status measure_grammar(struct measuring *m, struct buf *out, struct err *e);

#endif
