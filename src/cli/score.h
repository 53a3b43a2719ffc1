/* score.h: a suite and predictions turned into verdicts, for `teql score` and `teql test`. */
#ifndef TEQL_CLI_SCORE_H
#define TEQL_CLI_SCORE_H

#include "report/robustness.h"
#include "score/scorer.h"

struct score_request {
    struct suite *suite;
    const struct predictions *predictions;
    const char *db;   /* folder of the original databases; NULL for the manifest's */
    const char *json; /* file for the verdicts; NULL for none */
    enum score_measure by;
    uint32_t deadline_ms, workers;
};

/* Score all of it; the sums go to `out`. */
MUST_USE enum status score_suite(const struct score_request *request, struct robustness *out,
                                 struct err *e);

#endif
