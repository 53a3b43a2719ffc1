/* read_answer.h: answers and gold queries as each measure sees them: parsed, and run on the
 * database of their schema. */
#ifndef TEQL_SCORE_READ_ANSWER_H
#define TEQL_SCORE_READ_ANSWER_H

#include "engine/database.h"
#include "score/scorer.h"
#include "spider/form.h"

/* What runs the queries of one worker. */
struct runner {
    const struct score_rules *rules;
    uint32_t worker;
    bool
        keep_distinct; /* of the seed at work: its DISTINCT counts, unlike in the official script */
    bool found_database;                   /* at least once */
    bool has_database;                     /* for the latest query */
    const struct suite_schema *slow_views; /* views that were too slow for the answer at work: the
                                              schema that they show; NULL for none */
    enum status status; /* of the first database that could not be opened or read */
    struct err err;
};

/* An answer of the system, as each measure sees it. */
struct read_answer {
    const struct answer *said; /* NULL where it was not asked */
    const struct suite_schema *schema;
    bool readable; /* `form` is good: Spider's grammar has it */
    struct spider_form form;
    struct query_result answer;   /* of the text as it is */
    struct query_result prepared; /* of the text as the official script would run it */
    bool ran;                     /* there is a database, and `answer` is filled */
    enum cause fault;             /* CAUSE_CONSISTENT where nothing is wrong with it */
};

/* A gold query, as each measure sees it. */
struct gold {
    bool readable, ran; /* `form` is good; `answer` has rows */
    bool late;          /* it took longer than the deadline, so it has none */
    struct spider_form form;
    struct query_result answer;
    bool ordered;
};

/* Run `sql` on the database of `schema`, within the limits of the rules; false where there is no
 * database. One that is there and cannot be opened or read is no fault of the query's: scoring has
 * failed, and `status` says so. */
bool runner_query(struct runner *r, const struct suite_schema *schema, struct str sql,
                  struct arena *a, struct query_result *out);

/* Read and run what was said. `said` may be NULL. Lives in `a`. */
void reading_of(struct runner *r, const struct answer *said, const struct suite_schema *schema,
                struct arena *a, struct read_answer *out);

/* The same for a gold query; its ptr may be NULL. */
void gold_of(struct runner *r, struct str query, const struct suite_schema *schema, struct arena *a,
             struct gold *out);

/* Whether the query itself sorts its rows, and not just one within it. */
bool reading_sorts_rows(struct arena *a, const struct read_answer *r);

#endif
