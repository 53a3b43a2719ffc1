/* evaluate.h: score all pairs of two files, for `teql eval`.
 *
 * While the workers score one batch of pairs, the caller's thread reads the next. Scores are added
 * up in the order of the files. So memory does not grow with the files, and the result is the same
 * for any number of workers. */
#ifndef TEQL_EVALUATE_EVALUATE_H
#define TEQL_EVALUATE_EVALUATE_H

#include "evaluate/eval_pair.h"

struct evaluation_job {
    const struct eval_rules *rules;
    struct pair_reader *reader; /* just opened */
    uint32_t workers;
    struct out_file *json;         /* gets a line for each pair; or NULL */
    void (*note)(struct str text); /* gets lines about gold queries at fault, safe to show */
};

struct evaluation {
    struct spider_scores scores;
    uint32_t faults, late; /* golds that cannot be scored; of these, those that took too long */
};

/* E_INPUT if there are no pairs. */
MUST_USE enum status evaluate(const struct evaluation_job *job, struct evaluation *out,
                              struct err *e);

#endif
