/* execution_match.h: does a prediction give the gold query's answer on the databases?
 *
 * Verdicts equal those of the official scripts if these have one. Predictions run in the sandbox of
 * engine/database.h; what is forbidden there has a verdict of its own.
 *
 * Two rules. EXECUTION_TSE is test-suite-sql-eval's: both texts are prepared (official_text.h), run
 * on every file whose name contains ".sqlite" in the database's folder, and all answers must agree
 * (denotation.h). EXECUTION_SPIDER is spider's evaluation.py: the texts are run as they are on
 * <folder>/<db_id>.sqlite, rows count in order, and columns are compared by what they select. */
#ifndef TEQL_SPIDER_EXECUTION_MATCH_H
#define TEQL_SPIDER_EXECUTION_MATCH_H

#include "base/err.h"

enum execution_rule { EXECUTION_TSE, EXECUTION_SPIDER };

struct execution_options {
    enum execution_rule rule;
    bool plug_value;      /* TSE: also try the gold's literals in the prediction's places */
    bool keep_distinct;   /* TSE: do not remove DISTINCT */
    uint32_t deadline_ms; /* per statement; all plugged candidates of a pair together */
    size_t max_rows;      /* of one result */
    size_t max_bytes;     /* of one result */
};

/* Reasonable values for all fields; the TSE rule. */
extern const struct execution_options execution_defaults;

enum execution_verdict {
    EXECUTION_MATCH,
    EXECUTION_MISMATCH,     /* also when the answer had more rows than the gold's and was cut off */
    EXECUTION_BLANK,        /* a mismatch: the prediction is only white space */
    EXECUTION_ERROR,        /* the prediction does not run; `message` says why */
    EXECUTION_DENIED,       /* it tried something other than reading */
    EXECUTION_TIMEOUT,      /* it, or comparing its answer, took too long */
    EXECUTION_TOO_LARGE,    /* its answer passed a limit */
    EXECUTION_GOLD_FAULT,   /* the gold query does not run within the limits … */
    EXECUTION_GOLD_TIMEOUT, /* … because it takes too long */
    EXECUTION_NO_DATABASE,  /* no file, not a database, or a damaged one */
    EXECUTION_FAILED,       /* the machine failed, so there is no verdict; `message` says how */
    EXECUTION_VERDICTS      /* how many there are */
};

/* A short name in lower case, for reports: "match", "mismatch", "blank", … */
const char *execution_verdict_name(enum execution_verdict v);

struct execution_pair {
    struct str folder; /* holds the database files, without "/" at the end */
    struct str db_id;
    struct str gold, prediction;
    /* SPIDER: a key per unit of the parsed SELECT, equal if the script's keys are equal. An
     * unreadable prediction has none. */
    const uint64_t *gold_units, *prediction_units;
    size_t n_gold_units, n_prediction_units;
};

struct execution_result {
    enum execution_verdict verdict;
    struct str message; /* SQLite's or ours; "" for match and mismatch. Good until the next call */
    struct str file;    /* the database it happened on, or "". Good until the next call */
};

/* Of one worker thread: open databases, answers of recent golds, scratch. */
struct execution_context;

/* For one of `workers`, which share the files that the process may open. */
struct execution_context *execution_context_new(const struct execution_options *options,
                                                uint32_t workers);

/* NULL is allowed. */
void execution_context_free(struct execution_context *c);

struct execution_result execution_match(struct execution_context *c,
                                        const struct execution_pair *pair);

#endif
