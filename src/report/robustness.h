/* robustness.h: verdicts added up by relation, and the table of them. */
#ifndef TEQL_REPORT_ROBUSTNESS_H
#define TEQL_REPORT_ROBUSTNESS_H

#include "base/json_writer.h"
#include "score/scores.h"

#include <stdio.h>

enum { ROBUSTNESS_MAX_RELATIONS = 64 };

/* How many of those that could be told were so. */
struct share {
    uint64_t yes, of;
};

struct relation_verdicts {
    struct str id; /* the caller's */
    uint64_t cases, judged, errors;
    uint64_t causes[N_CAUSES];
    struct share exact, execution;             /* consistent */
    struct share right_exact, right_execution; /* by the gold */
};

struct robustness {
    struct relation_verdicts relations[ROBUSTNESS_MAX_RELATIONS]; /* as expected, then in the
                                                                     order of appearance */
    uint32_t n_relations;
    struct relation_verdicts all;
    uint64_t seeds, answered, flaky;
    struct share seeds_exact, seeds_execution; /* right */
};

/* Add the verdicts up; the texts are those of `s`. `order` (NULL for none) lists ids of relations
 * in the order of the table, ended by NULL; others follow as they come. E_LIMIT where there are too
 * many relations. */
MUST_USE enum status robustness_of(const struct scores *s, const char *const *order,
                                   struct robustness *out, struct err *e);

/* Of the cases that were judged, those that are not consistent; 0 where none was. */
double robustness_error_rate(const struct relation_verdicts *v);

/* Fits 80 columns. */
void robustness_print(FILE *out, const struct robustness *r);

/* An object: counts and rates, by relation and of all. */
void robustness_json(struct json_writer *w, const struct robustness *r);

#endif
