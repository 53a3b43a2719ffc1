/* evaluate.h: score all pairs of two files, for `teql eval`.
 *
 * A gold line is `SQL<TAB>db_id`. Its prediction is the text up to the first tab of the same line
 * of the other file. A line that is blank in both files ends an interaction (SParC, CoSQL). If only
 * the prediction is blank, it is an empty prediction.
 *
 * While the workers score one batch of pairs, the caller's thread reads the next. Scores are added
 * up in the order of the files. So memory does not grow with the files, and the result is the same
 * for any number of workers. */
#ifndef TEQL_EVALUATE_EVALUATE_H
#define TEQL_EVALUATE_EVALUATE_H

#include "base/file.h"
#include "evaluate/eval_pair.h"
#include "record/prediction_form.h"

/* The two files. */
struct pair_reader {
    struct line_reader gold, pred;
    struct prediction_form form; /* of the predictions */
    struct databases *databases;
    uint64_t count;
    uint32_t turn;
};

MUST_USE enum status pair_reader_open(struct pair_reader *r, const char *gold, const char *pred,
                                      struct databases *databases, struct err *e);
void pair_reader_close(struct pair_reader *r);

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

/* E_INPUT if there are no pairs, or files do not fit together; errors name file and line. */
MUST_USE enum status evaluate(const struct evaluation_job *job, struct evaluation *out,
                              struct err *e);

#endif
