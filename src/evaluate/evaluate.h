/* evaluate.h: all pairs of two files scored, as `teql eval` does it.
 *
 * Pairs go through in batches: while the workers score one batch, the caller's thread reads the
 * next, and the scores are added up in the order of the files. So memory stays the same however
 * long the files are, and what comes out is the same for any number of workers. */
#ifndef TEQL_EVALUATE_EVALUATE_H
#define TEQL_EVALUATE_EVALUATE_H

#include "evaluate/eval_pair.h"

struct evaluation_job {
    const struct eval_rules *rules;
    struct pair_reader *reader; /* of which nothing was read */
    uint32_t workers;
    struct out_file *json;         /* gets a line for each pair; NULL for none */
    void (*note)(struct str text); /* takes lines about gold queries at fault, safe to show */
};

struct evaluation {
    struct spider_scores scores;
    uint32_t faults, late; /* golds that cannot be scored; of these, those that took too long */
};

/* Score all. E_INPUT where there are no pairs. */
MUST_USE enum status evaluate(const struct evaluation_job *job, struct evaluation *out,
                              struct err *e);

#endif
