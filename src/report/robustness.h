/* robustness.h: verdicts added up by relation, and the table of them. */
#ifndef TEQL_REPORT_ROBUSTNESS_H
#define TEQL_REPORT_ROBUSTNESS_H

#include "base/json_writer.h"
#include "score/verdict.h"

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
    uint64_t seeds;
    struct share seeds_exact, seeds_execution; /* right */
};

void robustness_add_seed(struct robustness *r, const struct seed_verdict *v);

/* Give a relation its place in the table, where cases of it will come. */
void robustness_expect(struct robustness *r, struct str relation);

/* False where there are too many relations. */
bool robustness_add_case(struct robustness *r, struct str relation, const struct case_verdict *v);

/* Of the cases that were judged, those that are not consistent; 0 where none was. */
double robustness_error_rate(const struct relation_verdicts *v);

/* Fits 80 columns. */
void robustness_print(FILE *out, const struct robustness *r);

/* An object: counts and rates, by relation and of all. */
void robustness_json(struct json_writer *w, const struct robustness *r);

#endif
