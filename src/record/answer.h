/* answer.h: what a system answered to a seed or a case. A line of predictions.jsonl. */
#ifndef TEQL_RECORD_ANSWER_H
#define TEQL_RECORD_ANSWER_H

#include "base/record.h"

/* What a language model counted; 0 if unknown. */
struct answer_tokens {
    uint64_t prompt, completion;
    uint64_t reasoning; /* of the completion: what the model thought before it answered */
};

/* Add up. Sums stop at INT64_MAX: beyond that JSON has no number. */
void answer_tokens_add(struct answer_tokens *sum, struct answer_tokens more);

/* Why there is no SQL, if that does not depend on the question. */
enum answer_failure {
    FAILURE_NONE,
    FAILURE_OUTAGE, /* a crash, a timeout, a server that was busy or not there */
    FAILURE_CUT_OFF /* the reply was longer than the model was allowed to write */
};

/* Texts of a language model. */
struct said_texts {
    const struct str *items;
    uint32_t count;
};

struct answer {
    struct str id;    /* of what was asked: "seed-0", "0-PI-3" */
    struct str sql;   /* ptr NULL if there is none */
    struct str error; /* why there is none; ptr NULL if there is SQL, or nothing was said */
    enum answer_failure failure; /* FAILURE_NONE if there is SQL */
    bool cut_off; /* there is SQL, but the reply was longer than the model was allowed to write */
    double ms;    /* from sending to reply, of the last attempt; 0 if unknown */
    uint32_t repeat; /* 0 for the first time of asking */
    struct answer_tokens tokens;

    /* Not in predictions.jsonl: */
    struct said_texts said; /* what a model said, if it was asked for text, not for SQL */
    uint32_t attempts;      /* how often it was asked for */
    bool final;   /* the system itself said so: not a crash, a timeout or a lost connection */
    bool passing; /* what the server said before any model did: good for this run, not kept */
    const struct answer *next; /* to the same question, asked again; NULL for none */
};

extern const struct record ANSWER_RECORD;
extern const struct name_list ANSWER_FAILURE_NAMES;

/* A field of struct answer_tokens, for records that have one; the member's `arg` says which of its
 * numbers. */
extern const struct member_form FORM_TOKENS;
extern const size_t TOKENS_PROMPT, TOKENS_COMPLETION, TOKENS_REASONING;

#endif
