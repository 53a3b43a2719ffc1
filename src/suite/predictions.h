/* predictions.h: what a system answered to the seeds and cases of a suite. */
#ifndef TEQL_SUITE_PREDICTIONS_H
#define TEQL_SUITE_PREDICTIONS_H

#include "suite/suite.h"

struct prediction {
    struct str sql;   /* ptr NULL where there is none */
    struct str error; /* why there is none; ptr NULL where there is SQL, or nothing was said */
    double ms;        /* 0 where unknown */
    uint32_t repeat;
    const struct prediction *next; /* to the same question, asked again */
};

struct predictions {
    struct arena arena;
    const struct prediction **seeds; /* by place in the suite; NULL where there is none */
    const struct prediction **cases; /* in the same array, after the seeds */
    uint64_t count, unknown;         /* read; of ids that the suite does not have */
    uint64_t again; /* of one id and repeat as another: they count as repeats, the first decides */
};

/* Read the file at `path`: JSON lines with `id` ("seed-0" or a case's), `sql`, `error`, `ms`,
 * `repeat`; or one SQL a line, seeds first, in the order of the suite. Which of them it is shows
 * its first line that is not blank. Errors name file, line and column. */
MUST_USE enum status predictions_load(struct predictions *p, const struct suite *s,
                                      const char *path, struct err *e);
void predictions_release(struct predictions *p);

#endif
