/* effort.h: what the answers cost: time and tokens.
 *
 * Only known values count: a system may report neither, and scores of older versions have none. */
#ifndef TEQL_REPORT_EFFORT_H
#define TEQL_REPORT_EFFORT_H

#include "base/json_writer.h"
#include "score/scores.h"

struct effort {
    uint64_t timed;              /* answers, to seeds and cases, whose time is known */
    double median_ms, most_ms;   /* half of these answers, and 95% of them, came within this time */
    uint64_t counted;            /* answers whose tokens are known */
    struct answer_tokens tokens; /* of these together */
};

/* The sums of scores, batch by batch (scores_walk.h). All times are kept until the end. Starts
 * zeroed.
 */
struct effort_sums {
    struct effort effort;
    double *times; /* heap */
    size_t room;
};

void effort_add(struct effort_sums *e, const struct scores *batch);
struct effort effort_end(struct effort_sums *e);

/* An object. Times are members "ms". */
void effort_json(struct json_writer *w, const struct effort *e);

#endif
