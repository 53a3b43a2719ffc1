/* eval_pair.h: scoring one pair for `teql eval`. */
#ifndef TEQL_CLI_EVAL_PAIR_H
#define TEQL_CLI_EVAL_PAIR_H

#include "base/json_writer.h"
#include "cli/pair_reader.h"
#include "report/spider_scores.h"
#include "spider/execution_match.h"

enum eval_mode { EVAL_TSE, EVAL_SPIDER, EVAL_STRICT };

struct eval_rules {
    enum eval_mode mode;
    unsigned measures; /* enum spider_measure */
    struct execution_options execution;
    bool texts; /* both queries go into the JSON */
};

/* What one worker needs. */
struct eval_scratch {
    struct arena arena;                /* rewound for each pair */
    struct execution_context *context; /* NULL where nothing is executed */
};

/* Texts are in the scratch arena, good until the next pair; empty where there is nothing to say. */
struct eval_outcome {
    struct pair_score score;
    struct str gold_fault; /* why one of the measures, or both, cannot score the gold */
    struct str problem;    /* what is wrong with the prediction */
    enum status failure;   /* of the database (E_DB) or the machine; gold_fault says how */
};

void eval_pair(const struct eval_rules *rules, struct eval_scratch *scratch,
               const struct pair *pair, struct eval_outcome *out, struct json_writer *json);

#endif
