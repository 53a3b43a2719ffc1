/* effort.h: what the answers cost: how long they took, and how many tokens.
 *
 * Only what is known counts: a system may tell neither, and scores of older versions have none. */
#ifndef TEQL_REPORT_EFFORT_H
#define TEQL_REPORT_EFFORT_H

#include "base/json_writer.h"
#include "score/scores.h"

struct effort {
    uint64_t timed;              /* answers, to seeds and cases, whose time is known */
    double median_ms, most_ms;   /* half of these answers, 95 of 100, came within so long */
    uint64_t counted;            /* answers whose tokens are known */
    struct answer_tokens tokens; /* of these together */
};

struct effort effort_of(const struct scores *s);

/* The same part by part (scores_walk.h). All times are held until the end. Zeroed to begin with. */
struct effort_sums {
    struct effort effort;
    double *times; /* heap */
    size_t room;
};

void effort_add(struct effort_sums *e, const struct scores *part);
struct effort effort_end(struct effort_sums *e);

/* An object. Times are members "ms", as everywhere. */
void effort_json(struct json_writer *w, const struct effort *e);

#endif
