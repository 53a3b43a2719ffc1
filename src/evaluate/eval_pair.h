/* eval_pair.h: scoring one pair for `teql eval`. */
#ifndef TEQL_EVALUATE_EVAL_PAIR_H
#define TEQL_EVALUATE_EVAL_PAIR_H

#include "base/json_writer.h"
#include "evaluate/databases.h"
#include "report/spider_scores.h"
#include "spider/execution_match.h"
#include "spider/form.h"

enum eval_mode { EVAL_TSE, EVAL_SPIDER, EVAL_STRICT };

struct eval_rules {
    enum eval_mode mode;
    unsigned measures; /* enum spider_measure */
    struct execution_options execution;
    bool texts; /* both queries go into the JSON */
};

/* A gold query and its prediction. */
struct pair {
    struct str gold, pred;
    const struct database_entry *database;
    uint64_t index; /* of the pair, from 0 */
    uint32_t line;  /* in both files, from 1 */
    uint32_t turn;  /* in its interaction, from 0 */
};

/* A query as Spider's parser understands it. */
struct eval_form {
    bool readable;
    struct spider_form form; /* all-zero if it could not be read … */
    struct err err;          /* … and why */
};

/* The gold query read last. Spider asks most queries in two questions, one after the other. */
struct eval_gold {
    struct arena arena; /* of the text and the form */
    const struct database_entry *database;
    struct str text;
    struct eval_form form;
};

/* What one worker needs, for pairs that are all scored by the same rules. The caller releases it.
 */
struct eval_scratch {
    struct arena arena; /* rewound for each pair */
    struct eval_gold gold;
    struct execution_context *context; /* NULL if nothing is executed */
};

/* Texts are in the scratch arena, good until the next pair; or empty. */
struct eval_outcome {
    struct pair_score score;
    struct str gold_fault; /* why one of the measures, or both, cannot score the gold */
    bool gold_late;        /* it took longer than the deadline */
    struct str problem;    /* what is wrong with the prediction */
    enum status failure;   /* of the database (E_DB) or the machine */
    struct str failure_message, failed_file;
};

/* Score `pair`. If `json` is not NULL, write a line about it. */
void eval_pair(const struct eval_rules *rules, struct eval_scratch *scratch,
               const struct pair *pair, struct eval_outcome *out, struct json_writer *json);

#endif
