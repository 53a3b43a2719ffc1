/* seed.h: a question over a schema, from which cases are made. A line of seeds.jsonl. */
#ifndef TEQL_RECORD_SEED_H
#define TEQL_RECORD_SEED_H

#include "base/record.h"
#include "schema/schema.h"

struct seed {
    uint32_t number; /* position in the dataset, from 0; the suite of a shard has some of them */
    struct str db_id, question;
    struct str query;    /* gold; or ptr NULL */
    struct str evidence; /* facts needed to answer, as in BIRD; or ptr NULL */
    struct str hardness; /* of the gold; ptr NULL if Spider's grammar does not have the query */
    struct str element;  /* what a canonical question tests, "BETWEEN"; ptr NULL for others … */
    struct str category; /* … and the kind of that, "Condition operators" */
    uint32_t columns;    /* that such a question asks for; 0 for all of a table, or unknown */
    bool found_link;     /* it joins tables by a key that the database does not declare */

    /* Known if it was read from a dataset; not in the file. */
    uint32_t line;    /* in the questions file, from 1; 0 if unknown */
    uint32_t asked;   /* its place among the questions of that file, those set aside too, from 0 */
    struct str reads; /* a query in place of the gold, which shows what the question is about */
    bool ran; /* the gold ran, on the database or, without one, on empty tables: it is good */
    const struct schema *schema; /* of db_id */
    struct str database;         /* path of its database, NUL-terminated; or ptr NULL */
};

extern const struct record SEED_RECORD;

/* The query that shows what a seed is about: the gold, or the one in its place; or ptr NULL. */
static inline struct str seed_query(const struct seed *s)
{
    return s->query.ptr ? s->query : s->reads;
}

/* The place of the seed of that number among `n`, which are in the order of their numbers; `n` if
 * it is not there. */
uint32_t seed_find(const struct seed *seeds, uint32_t n, uint32_t number);

#endif
