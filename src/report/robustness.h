/* robustness.h: how robust a system is: the sums that every report begins with. */
#ifndef TEQL_REPORT_ROBUSTNESS_H
#define TEQL_REPORT_ROBUSTNESS_H

#include "base/json_writer.h"
#include "report/effort.h"
#include "report/tally.h"
#include "report/tested.h"

#include <stdio.h>

struct robustness {
    struct tally_list relations;
    struct tally all;
    uint64_t seeds, answered;
    uint64_t faults[N_CAUSES];   /* answers to seeds, by their fault */
    struct str first_message;    /* of an answer to a seed that did not run; may be empty */
    uint64_t flaky, flaky_cases; /* seeds and cases whose answer changed when asked again */
    struct share seeds_exact, seeds_execution; /* right */
    /* Whose gold took longer than the deadline; they are left out of "right by execution". */
    uint64_t late_seeds, late_cases;
    struct effort effort;
    struct tested tested; /* for suites with canonical questions */
    uint64_t unrun; /* cases without a database: judged by exact set match instead of execution */
};

/* Add the scores up; `order` lists ids of relations in the order of tables, ended by NULL. In `a`.
 */
void robustness_of(struct arena *a, const struct scores *s, const char *const *order,
                   struct robustness *out);

/* The same batch by batch (scores_walk.h). */
struct robustness_sums {
    struct arena *arena;
    struct robustness sums;
    struct tallying *relations, *all;
    struct effort_sums effort;
    bool effortless; /* set after robustness_begin: leave out effort, which needs memory for each
                        answer */
};

void robustness_begin(struct robustness_sums *r, struct arena *a, const char *const *order);
void robustness_add(struct robustness_sums *r, const struct scores *batch);

/* `by` is the measure of the scores. */
void robustness_end(struct robustness_sums *r, struct str by, struct robustness *out);

/* The table of error rates. Fits 80 columns. */
void robustness_print(FILE *out, const struct robustness *r);

/* An object: counts and rates, by relation and of all cases. */
void robustness_json(struct json_writer *w, const struct robustness *r);

/* The seeds without an answer that runs, of those that were asked. */
struct share robustness_unanswered(const struct robustness *r);

/* The error rate of all cases; the share of right answers to seeds, by execution, or by exact set
 * match if nothing was run. Negative if nothing is known. */
double robustness_error_rate(const struct robustness *r);
double robustness_accuracy(const struct robustness *r);

/* Lines that other reports have too, each after `mark`; nothing if there is nothing to say: golds
 * that took too long, and cases that were proved on empty answers. */
void robustness_put_late(struct buf *out, const char *mark, const struct robustness *r);
void robustness_put_on_empty(struct buf *out, const char *mark, const struct robustness *r);

/* The end of a line, with the faults of seeds without an answer: ": refusal 3, execution error 1".
 * A second line, after `mark`, has the message of the first. */
void robustness_put_faults(struct buf *out, const char *mark, const struct robustness *r);

/* One tally as an object. */
void tally_json(struct json_writer *w, const struct tally *t);

#endif
