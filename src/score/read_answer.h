/* read_answer.h: answers and gold queries as each measure sees them: parsed, run on the database of
 * their schema, and judged by themselves. */
#ifndef TEQL_SCORE_READ_ANSWER_H
#define TEQL_SCORE_READ_ANSWER_H

#include "engine/database.h"
#include "score/scorer.h"
#include "spider/form.h"

/* What runs the queries of one worker. */
struct runner {
    const struct score_rules *rules;
    uint32_t worker;
    bool keep_distinct;  /* the DISTINCT of this seed counts, unlike in the official script */
    bool found_database; /* at least once */
    bool has_database;   /* for the latest query */
    const struct suite_schema *slow_views; /* its views were too slow for this answer; or NULL */
    enum status status; /* of the first database that could not be opened or read */
    struct err err;
};

/* An answer of the system, as each measure sees it. */
struct read_answer {
    const struct answer *said; /* NULL if it was not asked */
    const struct suite_schema *schema;
    bool readable; /* `form` is good: Spider's grammar has it */
    struct spider_form form;
    struct query_result answer;   /* of the text as it is */
    struct query_result prepared; /* of the text as the official script would run it */
    bool ran;                     /* there is a database, and `answer` is filled */
    enum cause fault;             /* what is wrong with it by itself; or CAUSE_CONSISTENT */

    /* To compare it; what is needed of these is filled before: */
    const struct exact_keys *keys; /* for the ids of `form` */
    const struct lineage
        *lineage; /* to the schema of the answer that it is compared with; or NULL */
    bool ordered; /* the order of its rows counts */
};

/* A gold query, as each measure sees it. */
struct gold {
    bool readable, ran; /* `form` is good; `answer` has rows */
    bool late;          /* it took longer than the deadline */
    struct spider_form form;
    struct query_result answer;
    bool ordered;
};

/* Run `sql` on the database of `schema`, within the limits of the rules. False if there is no
 * database. One that is there but cannot be opened or read is not the query's fault: then scoring
 * has failed, and `status` says why. */
bool runner_query(struct runner *r, const struct suite_schema *schema, struct str sql,
                  struct arena *a, struct query_result *out);

/* Parse, run and judge what was said; `said` may be NULL. In `a`.
 *
 * The fault is CAUSE_CONSISTENT if it is SQL that runs; without a database, if its names are the
 * schema's. Outages and replies that were cut off are system errors if the rules count them. */
void read_answer_of(struct runner *r, const struct answer *said, const struct suite_schema *schema,
                    struct arena *a, struct read_answer *out);

/* The same for a gold query; its ptr may be NULL. */
void gold_of(struct runner *r, struct str query, const struct suite_schema *schema, struct arena *a,
             struct gold *out);

/* Did it run, and does the query itself sort its rows, not just a subquery? Then it is `ordered`.
 */
bool answer_sorts_rows(struct arena *a, const struct read_answer *r);

/* The cause that all cases of a seed get, if its answer cannot be compared with; else
 * CAUSE_CONSISTENT. */
enum cause cause_by_seed(const struct score_rules *rules, const struct read_answer *seed);

/* Can the strict comparison read the query: is it SQL, and are its names the schema's? */
bool side_is_readable(struct arena *a, const struct diagnosis_side *x);

/* Did the system get to answer? False for outages and replies that were cut off: such an answer is
 * neither right nor wrong. */
bool fault_is_answer(enum cause fault);

#endif
